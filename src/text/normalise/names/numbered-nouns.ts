/** Nouns of which a number behind them is the number, in the singular: it counts nothing and agrees with nothing. */

const nouns = {
  de: 'gleis nr nummer satz art artikel abs absatz ziffer punkt linie zug bus seite kapitel raum zimmer version teil klasse band stufe level tor gate platz spur kanal typ variante frage aufgabe haus etage tabelle abbildung abschnitt paragraf phase runde gruppe lektion buchstabe position pos option',
  fr: 'numéro n voie quai ligne chambre page train vol bus version porte salle question article chapitre section niveau étape canal option groupe table',
  es: 'número núm línea tren vuelo pedido habitación página capítulo versión autobús bus puerta andén vía sala aula mesa planta artículo sección nivel canal opción paso grupo tipo fase pregunta carril',
  pt: 'número linha trem comboio voo pedido quarto página capítulo versão ônibus autocarro portão porta plataforma sala mesa andar artigo seção nível canal opção passo grupo tipo fase pergunta',
  it: 'numero linea treno volo ordine camera pagina capitolo versione autobus bus porta binario sala aula tavolo piano articolo art comma sezione livello canale opzione passo gruppo tipo fase domanda',
};
const known = new Set(Object.values(nouns).flatMap((list) => list.split(' ')));

export function isNumberedNoun(word: string): boolean {
  return known.has(word.toLowerCase());
}
