/** Numbers that name a thing instead of counting: behind `order number`, `code` and the like they are read digit by digit. */
import { digitWords } from '../numerals.ts';
import { matchAt, type Reading, type Rule } from '../rule.ts';

/** What names the number, and what may stand between (up to three of it), by language; case does not matter. */
const cues: Readonly<Record<string, readonly [name: string, between: string]>> = {
  de: [
    String.raw`(?:bestell|auftrags?|kunden|konto|rechnungs|buchungs|reservierungs|vorgangs|ticket|sendungs(?:verfolgungs)?|referenz|mitglieds|versicherungs|vertrags|personal|fall|karten|telefon|handy|service)(?:nummer|nr\.)|\p{L}{0,20}code|(?<!\p{L})(?:pin|tan|otp|plz|postleitzahl|endung|endziffern)`,
    'ist|lautet|sind|die|nr\\.|nummer|auf|mit',
  ],
  fr: [
    String.raw`numéro (?:de |d['’])(?:commande|client|compte|dossier|suivi|réservation|facture|référence)|(?<!\p{L})code(?: de (?:confirmation|vérification|sécurité)| d['’]accès| secret)?|référence|(?<!\p{L})(?:pin|otp)|(?:terminant|finissant) par`,
    'est|sont|le|la|n°|numéro',
  ],
  es: [
    String.raw`número de (?:pedido|orden|cliente|cuenta|reserva|seguimiento|factura|expediente|referencia)|código(?: de \p{L}{3,14}| postal)?|(?<!\p{L})(?:pin|otp)|terminad[ao] en|termina en`,
    'es|son|el|número',
  ],
  pt: [
    String.raw`número d[oae] (?:pedido|cliente|conta|reserva|protocolo|rastreamento|fatura)|protocolo|código(?: d[eoa] \p{L}{3,14}| postal)?|(?<!\p{L})(?:pin|otp|cep|senha)|cartão (?:com |de )?final|terminad[ao] em`,
    'é|são|o|número|nº',
  ],
  it: [
    String.raw`numero (?:dell['’]|d(?:el|ella|i) )(?:ordine|cliente|conto|prenotazione|pratica|fattura|spedizione)|codice(?: di \p{L}{3,14}| cliente)?|(?<!\p{L})(?:pin|otp|cap)|termina con`,
    'è|sono|il|numero',
  ],
  nl: [
    String.raw`(?:bestel|order|klant|rekening|factuur|boekings|referentie|ticket)nummer|(?<!\p{L})(?:code|pin)`,
    'is|:',
  ],
  sv: [
    String.raw`(?:order|kund|konto|boknings|referens|ärende|faktura|medlems)(?:nummer|numret|nr)|\p{L}{0,16}kod(?:en)?|(?<!\p{L})pin`,
    'är|nummer',
  ],
  ru: [
    String.raw`номер[а-я]{0,2} (?:заказа|сч[её]та|договора|клиента|брони|карты)|(?<!\p{L})(?:пин-)?код(?: подтверждения| доступа)?|индекс`,
    '—|-|№',
  ],
  hu: [
    String.raw`(?:rendelés|ügyfél|számla|foglalás|azonosító)\p{L}{0,8}szám\p{L}{0,4}|(?<!\p{L})(?:\p{L}{0,16}kód|pin)\p{L}{0,4}`,
    'az?',
  ],
  vi: [
    String.raw`(?<!\p{L})mã|mã (?:đơn hàng|xác nhận|xác thực|otp|pin|khách hàng|đặt chỗ|vận đơn|bưu điện)|số (?:tài khoản|đơn hàng)`,
    'của bạn|của anh|của chị|là',
  ],
  ar: [
    String.raw`رقم (?:الطلب|الحساب|التتبع|الحجز|العميل)|رمز(?:ك|كم)?(?: التحقق| التأكيد)?|(?<!\p{L})كود(?:ك)?`,
    'هو|الخاص بك',
  ],
  hi: [
    String.raw`(?:ऑर्डर|खाता|अकाउंट|ट्रैकिंग|बुकिंग|संदर्भ|रेफरेंस|ग्राहक|टिकट|पीएनआर|ओटीपी|पिन|पिनकोड|कोड|वेरिफिकेशन|कन्फर्मेशन|OTP|PIN)(?: नंबर| संख्या| कोड| आईडी| नं\.)?`,
    'है',
  ],
  zh: [
    String.raw`订单(?:号|号码|编号)|验证码|确认码|[账帐卡单]号|会员号|客户编号|尾号|密码|邮政?编码?|工号|编号`,
    '是|为',
  ],
  ja: [
    String.raw`(?:注文|予約|会員|受付|口座|お?客様|問い合わせ|問合せ|暗証|認証|確認|追跡|伝票|管理|社員|予約)番号|(?:認証|確認|セキュリティ|ワンタイム|アクセス)コード|(?<!\p{L})コード|パスワード|末尾|PIN|OTP`,
    'は|が|「',
  ],
  ko: [
    String.raw`(?:주문|인증|예약|계좌|회원|고객|접수|운송장|송장|사원) ?번호|비밀번호|코드|우편번호|핀 ?번호|OTP|PIN|끝자리`,
    '[는은가이]',
  ],
};

const longestCue = 60;
const fewestDigits = 4;
/** Letters and digits: `A7-39XQ`. */
const mixed =
  /(?=[A-Z-]{0,12}\d)(?=[\d-]{0,12}[A-Z])[A-Z\d]{1,12}(?:-[A-Z\d]{1,12}){0,5}(?![\p{L}\d]|[./:@-][\p{L}\d])/uy;
const number = /\d{1,12}(?:[ -]\d{2,6}){0,5}(?![\d\p{Script=Latin}\p{Script=Cyrillic}%‰€$£°]|[.,:/-]\d| [%€$£])/uy;

/** The short name of a number: what it is behind has hyphens only where it names a thing. */
const shortNumber = /(?:(?<!\p{L})(?:nr|no|núm|num)\.?|(?<!\p{L})n\.?[°º]|-nr\.?) ?$/iu;

/** With a hyphen between parts that are no range. */
function isCode(number: string): boolean {
  const [first = '', second, ...more] = number.split('-');
  if (second === undefined) return false;
  return more.length > 0 || second.startsWith('0') || Number(second) < Number(first);
}

/** Letters and digits in turns and a hyphen: `A7-39XQ`. */
function isTurns(code: string): boolean {
  return code.includes('-') && code.match(/[A-Z]+|\d+/gu)!.length > 3 && /\d[A-Z]|[A-Z]\d/u.test(code);
}

const patterns = new Map(
  Object.entries(cues).map(([language, [name, between]]) => [
    language,
    new RegExp(String.raw`(?:${name})(?:\s?(?:[:：#]|${between})){0,3}[\s"„“「*]{0,2}$`, 'iu'),
  ]),
);

/** Each group by itself, with a pause between. */
export const namedNumber: Rule = {
  starts: ['digit', 'letter'],
  applies: (text) => /\d{4}|\d[ -]\d|[A-Z]-?\d|\d-?[A-Z]/u.test(text),
  read: ({ text, at, locale }) => {
    const cue = patterns.get(locale.language);
    if (cue === undefined) return undefined;
    const code = locale.language === 'ja' ? undefined : matchAt(mixed, text, at)?.[0];
    const found = code ?? matchAt(number, text, at)?.[0];
    if (found === undefined || (code === undefined && found.replace(/\D/gu, '').length < fewestDigits)) {
      return undefined;
    }
    const before = text.slice(Math.max(0, at - longestCue), at);
    const isShort = code === undefined ? isCode(found) : /\d{3}/u.test(found);
    if (!cue.test(before) && !isTurns(found) && !(isShort && shortNumber.test(before))) return undefined;
    const groups = [...found.matchAll(/[A-Z\d]+/gu)];
    return groups.map(({ 0: digits }, part): Reading => {
      const words = Array.from(digits).flatMap((sign) => (/\d/u.test(sign) ? digitWords(sign, locale) : [sign]));
      const isLast = part === groups.length - 1;
      return {
        end: at + (groups[part + 1]?.index ?? found.length),
        words: isLast ? words : [...words.slice(0, -1), `${words.at(-1)!},`],
      };
    });
  },
};
