/** Japanese counters and units, and how a number changes before them (NHK 日本語発音アクセント新辞典, 助数詞の発音). */

/**
 * Which numbers end in a double consonant before the counter: `k` and `h` 1, 6, 8, 10 and 100, `s` and `t` 1, 8 and 10,
 * `p` 10 alone, `n` none. In `h` the double consonant makes p of h.
 */
export type CounterKind = 'k' | 's' | 't' | 'h' | 'p' | 'n';

export interface Counter {
  readonly kana: string;
  readonly kind: CounterKind;
  /** After 3 (in `h` also after 1,000 and 10,000): がい of 階. */
  readonly afterThree?: string;
  /** After 4, where it is not the plain form. */
  readonly afterFour?: string;
  /** Digits with another name before it: 4 → よ, 7 → しち, 9 → く. */
  readonly digits?: Readonly<Record<string, string>>;
  /** Numbers that have a name of their own with the counter: 1 → ひとり. */
  readonly whole?: Readonly<Record<string, string>>;
}

const four = { よん: 'よ' };
const clock = { よん: 'よ', なな: 'しち', きゅう: 'く' };

/** Written forms, kana, kind and the forms after 3 and 4. */
const table = `
  本 ほん h ぼん; 匹 ひき h びき; 杯 はい h ばい; 泊 はく h ぱく ぱく; 分 ふん h ぷん ぷん; 発 はつ h ぱつ; 歩 ほ h ぽ; 票 ひょう h びょう;
  箱 はこ h ぱこ; 拍 はく h ぱく ぱく; 品 ひん h ぴん; 筆 ひつ h ぴつ;
  個 こ k; コ こ k; 回 かい k; 階 かい k がい; 軒 けん k げん; 件 けん k; 戸 こ k; 級 きゅう k; 巻 かん k; 曲 きょく k; 校 こう k; 缶 かん k; 組 くみ n;
  か月|ヶ月|カ月|ヵ月|ケ月|箇月 かげつ k; か国|ヶ国|カ国|ヵ国 かこく k; か所|ヶ所|カ所|箇所 かしょ k; か年|ヶ年|カ年 かねん k; 気筒 きとう k; 区 く k;
  課 か k; 球 きゅう k; 機 き k; 句 く k; 株 かぶ n; 畳 じょう n; 系統 けいとう k; 校時 こうじ k; 光年 こうねん k;
  歳|才 さい s; 冊 さつ s; 週 しゅう s; 週間 しゅうかん s; 世紀 せいき s; 章 しょう s; 節 せつ s; 種類 しゅるい s; 種 しゅ s; 席 せき s; 社 しゃ s;
  足 そく s ぞく; 隻 せき s; 世帯 せたい s; 世代 せだい s; 尺 しゃく s; 周 しゅう s; 周年 しゅうねん s; 試合 しあい n; 進 しん s; 首 しゅ s; 式 しき s;
  頭 とう t; 着 ちゃく t; 丁目 ちょうめ t; 丁 ちょう t; 等 とう t; 点 てん t; 通 つう t; 店 てん t; 店舗 てんぽ t; 対 つい t; 粒 つぶ n; 体 たい t; 党 とう t;
  枚 まい n; 台 だい n; 羽 わ n; 名 めい n; 番 ばん n; 番地 ばんち n; 番線 ばんせん n; 番目 ばんめ n; 号 ごう n; 号室 ごうしつ n; 号車 ごうしゃ n; 号線 ごうせん n;
  位 い n; 次 じ n; 音 おん n; 期 き k; 戦 せん s; 弾 だん n; 代目 だいめ n; 人目 にんめ n; 色 しょく s; 拍子 びょうし n; 段 だん n; 話 わ n; 度 ど n; 倍 ばい n; 割 わり n; 銭 せん n; 秒 びょう n; 両 りょう n; 輪 りん n; 列 れつ n; 面 めん n; 問 もん n; 部 ぶ n;
  文字 もじ n; 語 ご n; 合 ごう n; 膳 ぜん n; 代 だい n; 年代 ねんだい n; 条 じょう n; 項 こう k; 項目 こうもく k; 班 はん h ぱん; 便 びん n;
  例 れい n; 万円 まんえん n; 議席 ぎせき n; 大学 だいがく n; 人前 にんまえ n; 連勝 れんしょう n; 連敗 れんぱい n; 勝 しょう s; 敗 はい h ぱい;
  打 だ n; 年生 ねんせい n; 学年 がくねん n; 学期 がっき n; 時限 じげん n; 米ドル べいドル n; 平方メートル へいほうメートル n; 立方メートル りっぽうメートル n;
  円 えん n; ドル ドル n; ユーロ ユーロ n; ポンド ポンド p; ウォン ウォン n; 元 げん n; セント セント s;
  パーセント|%|％ パーセント p; ‰ パーミル p; ページ ページ p; ポイント ポイント p; キロ キロ k; キログラム|kg キログラム k; キロメートル|km キロメートル k;
  センチ センチ s; センチメートル|cm センチメートル s; メートル|m メートル n; ミリ ミリ n; ミリメートル|mm ミリメートル n; グラム|g グラム n;
  ミリグラム|mg ミリグラム n; トン|t トン t; リットル|L|l リットル n; ミリリットル|ml|mL ミリリットル n; デシリットル|dl|dL デシリットル n; ワット|W ワット n;
  キロワット|kW キロワット k; ボルト|V ボルト n; ヘルツ|Hz ヘルツ n; カロリー|cal カロリー k; キロカロリー|kcal キロカロリー k; ケース ケース k; セット セット s;
  カ所 かしょ k; パック パック p; ピース ピース p; 坪 つぼ n; ヘクタール|ha ヘクタール n; 平方キロメートル|km² へいほうキロメートル n; m² へいほうメートル n; m³ りっぽうメートル n;
  ギガバイト|GB ギガバイト n; メガバイト|MB メガバイト n; テラバイト|TB テラバイト t; キロバイト|KB|kB キロバイト k; °C|度C ど n; ° ど n; インチ インチ n
`;

const special: readonly (readonly [string, Counter])[] = [
  ['人', { kana: 'にん', kind: 'n', digits: four, whole: { 1: 'ひとり', 2: 'ふたり' } }],
  ['時', { kana: 'じ', kind: 'n', digits: { ...clock, ゼロ: 'れい' }, whole: { 0: 'れいじ' } }],
  ['時間', { kana: 'じかん', kind: 'n', digits: clock }],
  ['月', { kana: 'がつ', kind: 'n', digits: { よん: 'し', なな: 'しち', きゅう: 'く' } }],
  ['年', { kana: 'ねん', kind: 'n', digits: four }],
  ['部屋', { kana: 'へや', kind: 'n', whole: { 1: 'ひとへや', 2: 'ふたへや' } }],
  ['年間', { kana: 'ねんかん', kind: 'n', digits: four }],
  ['年度', { kana: 'ねんど', kind: 'n', digits: four }],
  ['円', { kana: 'えん', kind: 'n', digits: four }],
  ['年生', { kana: 'ねんせい', kind: 'n', digits: four }],
  [
    'つ',
    {
      kana: 'つ',
      kind: 'n',
      whole: {
        1: 'ひとつ',
        2: 'ふたつ',
        3: 'みっつ',
        4: 'よっつ',
        5: 'いつつ',
        6: 'むっつ',
        7: 'ななつ',
        8: 'やっつ',
        9: 'ここのつ',
      },
    },
  ],
];

/** Days of the month; the 1st is ついたち, one day いちにち. */
const dayNames: Readonly<Record<string, string>> = {
  2: 'ふつか',
  3: 'みっか',
  4: 'よっか',
  5: 'いつか',
  6: 'むいか',
  7: 'なのか',
  8: 'ようか',
  9: 'ここのか',
  10: 'とおか',
  14: 'じゅうよっか',
  17: 'じゅうしちにち',
  19: 'じゅうくにち',
  20: 'はつか',
  24: 'にじゅうよっか',
  27: 'にじゅうしちにち',
  29: 'にじゅうくにち',
};

/** Days; in a date the first has a name of its own. */
export const day: Counter = { kana: 'にち', kind: 'n', whole: dayNames };
export const dayOfMonth: Counter = { kana: 'にち', kind: 'n', whole: { ...dayNames, 1: 'ついたち' } };

function counterOf([kana, kind, afterThree, afterFour]: readonly string[]): Counter {
  return {
    kana: kana!,
    kind: kind as CounterKind,
    ...(afterThree !== undefined && { afterThree }),
    ...(afterFour !== undefined && { afterFour }),
  };
}

const listed = table.split(';').flatMap((entry) => {
  const [written = '', ...rest] = entry.trim().split(/\s+/u);
  return written.split('|').map((form): readonly [string, Counter] => [form, counterOf(rest)]);
});

/** By written form. */
export const counters: ReadonlyMap<string, Counter> = new Map([
  ...listed,
  ...special,
  ['日', day],
  ['歳', { kana: 'さい', kind: 's', whole: { 20: 'はたち' } }],
]);

/** What may follow a counter and is read with it. */
export const suffixes: ReadonlyMap<string, string> = new Map([
  ['目', 'め'],
  ['間', 'かん'],
  ['前', 'まえ'],
  ['後', 'ご'],
  ['半', 'はん'],
  ['中', 'ちゅう'],
  ['台', 'だい'],
  ['建て', 'だて'],
  ['分', 'ぶん'],
]);
