/** Measure words that 2 stands before as 两 (现代汉语词典, 二 and 两), simplified and traditional; the longest first. */
const words = `
  个 個 只 隻 本 张 張 条 條 位 名 次(?!方) 件 台 臺 辆 輛 杯 瓶 块 塊 家 岁 歲 天 秒 年 周 週 点 點 倍 种 種 双 雙 对 對 颗 顆 粒
  把 间 間 层 層 套 批 份 封 头 頭 匹 门 門 所 座 篇 首 部 幅 碗 盒 包 袋 场 場 人 元 米 斤 吨 噸 克 升 里 尺 寸 亩 畝 句 遍 趟
  顿 頓 步 项 項 组 組 片 盘 盤 朵 棵 根 支 枝 艘 架 架次 株 串 滴 届 屆 笔 筆 页 頁 万 萬 千 亿 億 美元 欧元 歐元 英镑 英鎊
  小时 小時 分钟 分鐘 星期 个月 個月 公里 公斤 公分 公尺 千米 千克 厘米 毫米 毫升 平方米 平方公里 立方米 塊錢 块钱 国 國 者 代
  户 戶 员 員 席 节 節 课 課 顶 頂 幢 栋 棟 道 题 題 枚 发 發 列 刻钟 刻鐘 季 版 章 集 卷 册 冊 桶 箱 打 排 圈 下 口 刀 堆 股 路
`;

export const measureWords: readonly string[] = words
  .split(/\s+/u)
  .filter((word) => word !== '')
  .sort((a, b) => b.length - a.length);
