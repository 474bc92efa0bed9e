/** Words that the dictionary lacks or reads otherwise than most people do, by their parts together; katakana as spoken. */
const anywhere = wordList(`
日本=ニホン 日本人=ニホンジン 日本語=ニホンゴ 日本酒=ニホンシュ 日本中=ニホンジュー 檸檬=レモン 髙橋=タカハシ 山﨑=ヤマザキ 鋏=ハサミ 其処=ソコ
鶏肉=トリニク 角=カド 端=ハシ 腹痛=フクツー 大勢=オーゼー 他人事=ヒトゴト 明後日=アサッテ 割る=ワル 言う=ユー 叱る=シカル 𠮟る=シカル
その間=ソノアイダ この間=コノアイダ あの方=アノカタ 他の=ホカノ 他に=ホカニ 他は=ホカワ お腹が空い=オナカガスイ が開く=ガアク が開い=ガアイ が開き=ガアキ
今日中=キョージュー 一日中=イチニチジュー 一年中=イチネンジュー 一晩中=ヒトバンジュー 家中=イエジュー
`);

/** The same where nothing else is spoken beside the word: inside a sentence the dictionary knows better. */
const alone = wordList(`
今日は=コンニチワ 今晩は=コンバンワ 米=コメ 出口=デグチ 間=アイダ 表=オモテ 様=サマ 達=タチ 他=ホカ 十分=ジューブン 過ぎる=スギル 辛い=カライ
`);

function wordList(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/u)
      .map((pair) => pair.split('=') as [string, string]),
  );
}

/** @param isWhole nothing else is spoken beside the word */
export function wordReading(word: string, isWhole: boolean): string | undefined {
  return (isWhole ? alone.get(word) : undefined) ?? anywhere.get(word);
}
