/** The gender of nouns by their ending, with the commonest exceptions. */
import { setOf } from './thousands.ts';

/** Is the noun feminine? Undefined for words that are no nouns. */
export type GenderOf = (word: string) => boolean | undefined;

/**
 * @param functionWords articles, prepositions, conjunctions and verbs that follow numbers
 * @param feminine      pattern of feminine endings
 * @param exceptions    nouns with such an ending that are masculine
 * @param others        nouns with another ending that are feminine
 */
export function genderByEnding(functionWords: string, feminine: RegExp, exceptions: string, others: string): GenderOf {
  const [functions, masculine, more] = [setOf(functionWords), setOf(exceptions), setOf(others)];
  return (word) => {
    const noun = word.toLowerCase();
    if (noun === '' || functions.has(noun)) return undefined;
    return more.has(noun) || (feminine.test(noun) && !masculine.has(noun));
  };
}

export const frenchGender = genderByEnding(
  'et ou à de du des en sur pour par dans est sont avec au aux le la les un une que qui mais ne',
  /(?:ions?|tés?|ances?|ences?|ures?|ettes?|euses?|trices?|ées?|ies?|ades?|ières?|elles?|esses?|ises?|ailles?|ines?|aines?|aisons?)$/u,
  'été étés comité comités côté côtés député députés traité traités pâtés camion camions avion avions million millions billion champion champions espion espions lion lions stade stades grade grades squelette squelettes cimetières mystère génie incendie musée lycée trophée magazine domaine capitaine mètre lycées musées trophées incendies génies  domaines capitaines magazines',
  'minute minutes heure heures seconde secondes tonne tonnes livre livres page pages fois personne personnes place places semaine semaines année années mère mères prière colère fille filles femme femmes sœur sœurs voiture voitures chambre chambres chose choses question questions couronne couronnes roupie roupies once onces table tables porte portes rue rues ville villes main mains vie vies école écoles équipe équipes étape étapes étoile étoiles lettre lettres ligne lignes note notes pomme pommes tasse tasses tête têtes feuille feuilles bouteille bouteilles boîte boîtes carte cartes demi-heure victime victimes partie route routes tranche tranches',
);

export const spanishGender = genderByEnding(
  'y o u e de del a al en es son con por para que se no ni el la los las un una más menos como pero si sin sobre desde hasta entre fue era ha han va está están coma punto ante según ayer hoy mañana anoche ahora aquí allí siempre también ya cada',
  /(?:as?|ci[oó]n(?:es)?|si[oó]n(?:es)?|dad(?:es)?|tud(?:es)?)$/u,
  'día días mapa mapas problema problemas tema temas sistema sistemas programa programas planeta planetas idioma idiomas poema poemas clima climas drama dramas gramas kilogramas turista turistas artista artistas policía futbolistas periodistas atletas quilómetros',
  'mujer mujeres mano manos noche noches clase clases calle calles vez veces parte partes tarde tardes gente torre torres nube nubes llave llaves foto fotos moto motos flor flores sal luz luces voz voces cruz cruces imagen imágenes serie series frase frases',
);

export const portugueseGender = genderByEnding(
  'e ou de do da dos das a o as os ao à às em no na nos nas é são com por para que se não mais menos como mas um uma foi era há vai está vírgula ponto até entre desde segundo ontem hoje amanhã agora aqui ali lá já também sempre cada',
  /(?:as?|ção|ções|são|sões|dades?|gem|gens|tudes?)$/u,
  'dia dias mapa mapas problema problemas tema temas sistema sistemas programa programas planeta planetas idioma idiomas poema poemas clima climas grama gramas quilograma quilogramas miligrama miligramas micrograma microgramas decigramas centigramas telegrama telegramas artistas turistas atletas jornalistas',
  'mulher mulheres mão mãos noite noites vez vezes parte partes tarde tardes gente fase fases torre torres chave chaves foto fotos moto motos flor flores luz luzes voz vozes cruz cruzes cidade colher colheres mãe mães reunião reuniões região regiões opinião opiniões série séries frase frases classe classes rede redes irmã irmãs manhã manhãs maçã maçãs',
);

export const italianGender = genderByEnding(
  'e o di del della dei delle da dal in nel è sono con per che a al alla si non un una ma come più meno se su fra tra il la le lo gli i virgola punto ieri oggi domani qui lì già sempre anche',
  /(?:a|ioni?|tà|tù|trice)$/u,
  'problema tema sistema programma pianeta poema clima dramma grammo chilogramma artista turista',
  'notte chiave classe parte mano gente torre nave pace luce voce croce serie specie ore volte persone donne case ragazze sterline corone lire rupie tonnellate',
);
