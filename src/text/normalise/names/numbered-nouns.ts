/** Nouns of which a number behind them is the number, in the singular: it counts nothing and agrees with nothing. */
import type { Locale } from '../rule.ts';

interface NumberedNouns {
  readonly nouns: ReadonlySet<string>;
  /** Before such a noun: the number behind counts what follows it (`por mesa 2 pessoas`, `im Zimmer 1 Person`). */
  readonly counting: RegExp;
}

function numberedNouns(nouns: string, counting: string): NumberedNouns {
  const pattern = new RegExp(String.raw`(?<!\p{L})(?:${counting}) \p{L}+[,:]? $`, 'iu');
  return { nouns: new Set(nouns.split(' ')), counting: pattern };
}

const languages: Readonly<Record<string, NumberedNouns>> = {
  de: numberedNouns(
    'gleis nr nummer satz art artikel abs absatz ziffer punkt linie zug bus seite kapitel raum zimmer version teil klasse band stufe level tor gate platz spur kanal typ variante frage aufgabe haus etage tabelle abbildung abschnitt paragraf phase runde gruppe lektion buchstabe position pos option',
    'pro|je|jede[mnrs]?|im|am|zum|zur|vom|beim|der|die|das|de[mn]|diese[mnrs]?|eine[mnr]?',
  ),
  fr: numberedNouns(
    'numéro n voie quai ligne chambre page train vol bus version porte salle question article chapitre section niveau étape canal option groupe table',
    'par|chaque|(?:dans|sur) l[ae]|à la|au',
  ),
  es: numberedNouns(
    'número núm línea tren vuelo pedido habitación página capítulo versión autobús bus puerta andén vía sala aula mesa planta artículo sección nivel canal opción paso grupo tipo fase pregunta carril',
    'por|cada|en (?:el|la)|al',
  ),
  pt: numberedNouns(
    'número linha trem comboio voo pedido quarto página capítulo versão ônibus autocarro portão porta plataforma sala mesa andar artigo seção nível canal opção passo grupo tipo fase pergunta',
    'por|cada|n[ao]',
  ),
  it: numberedNouns(
    'numero linea treno volo ordine camera pagina capitolo versione autobus bus porta binario sala aula tavolo piano articolo art comma sezione livello canale opzione passo gruppo tipo fase domanda',
    'per|ogni|nel|nella|al|alla',
  ),
};

const longestBefore = 60;
const lastWord = /([\p{L}\p{M}]+)[.,:]? ?$/u;

/** What is counted behind any of them: `Zug 1 Stunde verspätet`, `habitación 1 noche`. */
const counted =
  /^(?:stunden?|minuten?|nacht|nächte|person(?:en)?|heure|minut[eo]|nuit|personne|hora|noche|persona|noite|pessoa|ora|notte)$/iu;

/** @param at index of a number @param noun what follows it */
export function isNumberOfNoun(text: string, at: number, value: string, noun: string, { language }: Locale): boolean {
  const numbered = languages[language];
  if (numbered === undefined) return false;
  const before = text.slice(Math.max(0, at - longestBefore), at);
  const word = lastWord.exec(before)?.[1] ?? '';
  if (!numbered.nouns.has(word.toLowerCase()) || numbered.counting.test(before)) return false;
  if (counted.test(noun)) return false;
  return value === '1' || !noun.endsWith('s');
}
