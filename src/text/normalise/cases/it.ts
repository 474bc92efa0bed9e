/**
 * Italian: Accademia della Crusca (consulenza linguistica: numeri, ordinali, date, secoli), Treccani (numerali, percentuali),
 * CLDR `it`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Ci sono -5 gradi. → Ci sono meno cinque gradi.
  Oggi ci sono −12 °C fuori. → Oggi ci sono meno dodici gradi Celsius fuori. | Oggi ci sono meno dodici gradi centigradi fuori.
  ~Domani avremo +3 °C qui. → Domani avremo più tre gradi Celsius qui. | Domani avremo più tre gradi centigradi qui.
  Il voto è 2,5. → Il voto è due virgola cinque.
  Il valore è 0,75. → Il valore è zero virgola settantacinque. | Il valore è zero virgola sette cinque.
  Pi greco vale 3,14. → Pi greco vale tre virgola quattordici. | Pi greco vale tre virgola uno quattro.
  ~Il risultato è 2,05. → Il risultato è due virgola zero cinque.
  Ci sono 1.234.567 abitanti. → Ci sono un milione duecentotrentaquattromilacinquecentosessantasette abitanti. | Ci sono un milione e duecentotrentaquattromilacinquecentosessantasette abitanti.
  Ci sono 25 000 persone. → Ci sono venticinquemila persone.
  ~L'azienda ha 12.500 dipendenti. → L'azienda ha dodicimilacinquecento dipendenti.
  Ha 21 anni. → Ha ventun anni. | Ha ventuno anni.
  Ho 1 fratello e 2 sorelle. → Ho un fratello e due sorelle.
  Ha 28 anni. → Ha ventotto anni.
  ~Sono 101 libri. → Sono centouno libri. | Sono centun libri.
  I prezzi salgono del 3 %. → I prezzi salgono del tre per cento.
  Sono il 12,5% in più. → Sono il dodici virgola cinque per cento in più.
  ~È il 5 ‰ del totale. → È il cinque per mille del totale.
  Costa 5 €. → Costa cinque euro.
  Il libro costa 12,50 €. → Il libro costa dodici euro e cinquanta. | Il libro costa dodici euro e cinquanta centesimi. | Il libro costa dodici euro cinquanta.
  Costa 1 €. → Costa un euro.
  ~Il totale è 1.299,99 €. → Il totale è milleduecentonovantanove euro e novantanove. | Il totale è milleduecentonovantanove euro e novantanove centesimi.
  Ha pagato $100 ieri. → Ha pagato cento dollari ieri.
  Ha speso 20 £ ieri. → Ha speso venti sterline ieri.
  ~Costa 0,80 € l'uno. → Costa ottanta centesimi l'uno. | Costa zero euro e ottanta centesimi l'uno.
  È costato 2 milioni di euro. → È costato due milioni di euro.
  Vale €20 oggi. → Vale venti euro oggi.
  Mancano 15 km. → Mancano quindici chilometri.
  Va a 120 km/h lì. → Va a centoventi chilometri all'ora lì. | Va a centoventi chilometri orari lì. | Va a centoventi chilometri per ora lì.
  È alto 1,80 m. → È alto un metro e ottanta. | È alto uno virgola ottanta metri. | È alto uno virgola otto zero metri.
  ~Aggiungi 250 g di farina. → Aggiungi duecentocinquanta grammi di farina.
  La casa misura 85 m². → La casa misura ottantacinque metri quadrati. | La casa misura ottantacinque metri quadri.
  Contiene 60 l. → Contiene sessanta litri.
  Pesa 1 kg. → Pesa un chilogrammo. | Pesa un chilo.
  ~Il file occupa 20 MB. → Il file occupa venti megabyte.
  L'angolo è di 45°. → L'angolo è di quarantacinque gradi.
  È la 1ª volta. → È la prima volta.
  Abita al 3º piano. → Abita al terzo piano.
  È il 2° posto. → È il secondo posto.
  ~È arrivata 4ª ieri. → È arrivata quarta ieri.
  È il 20º anniversario. → È il ventesimo anniversario.
  È la 23ª edizione. → È la ventitreesima edizione.
  Nel XX secolo era diverso. → Nel ventesimo secolo era diverso.
  Nel secolo XIX era diverso. → Nel secolo diciannovesimo era diverso. | Nel secolo decimonono era diverso.
  ~Nel XXI secolo tutto cambia. → Nel ventunesimo secolo tutto cambia.
  Luigi XIV regnava. → Luigi quattordicesimo regnava. | Luigi decimoquarto regnava.
  Vittorio Emanuele II regnava. → Vittorio Emanuele secondo regnava.
  Leggi il capitolo IV. → Leggi il capitolo quarto. | Leggi il capitolo quattro.
  L'incontro è il 24/12/2023. → L'incontro è il ventiquattro dicembre duemilaventitré.
  ~È nato il 3/10/1990. → È nato il tre ottobre millenovecentonovanta.
  È del 15 marzo 1848. → È del quindici marzo milleottocentoquarantotto.
  È il 1° maggio. → È il primo maggio.
  La data è 2024-07-01. → La data è primo luglio duemilaventiquattro. | La data è uno luglio duemilaventiquattro. | La data è il primo luglio duemilaventiquattro.
  È nato nel 1998. → È nato nel millenovecentonovantotto.
  ~Era il 2008. → Era il duemilaotto.
  Morì nel 44 a.C. a Roma. → Morì nel quarantaquattro avanti Cristo a Roma.
  Il treno parte alle 14:30. → Il treno parte alle quattordici e trenta. | Il treno parte alle quattordici trenta.
  Sono le 8:05. → Sono le otto e cinque. | Sono le otto e zero cinque.
  È l'ora 1:00. → È l'ora una. | È l'ora una in punto.
  ~Inizia alle 20.15 stasera. → Inizia alle venti e quindici stasera. | Inizia alle venti quindici stasera.
  Arrivo alle ore 9. → Arrivo alle ore nove.
  Apre alle 9:00. → Apre alle nove.
  Leggi le pagine 10-15. → Leggi le pagine dieci a quindici. | Leggi le pagine dieci quindici. | Leggi le pagine da dieci a quindici.
  ~La guerra del 1914-1918 fu lunga. → La guerra del millenovecentoquattordici millenovecentodiciotto fu lunga. | La guerra del millenovecentoquattordici a millenovecentodiciotto fu lunga.
  Aggiungi 1/2 litro di latte. → Aggiungi mezzo litro di latte. | Aggiungi un mezzo litro di latte.
  Mancano i 3/4 del totale. → Mancano i tre quarti del totale.
  ~Restano 2/3 del totale. → Restano due terzi del totale.
  Chiami lo 06 123456. → Chiami lo zero sei uno due tre quattro cinque sei.
  ~Il numero è +39 333 1234567. → Il numero è più tre nove tre tre tre uno due tre quattro cinque sei sette. | Il numero è più trentanove tre tre tre uno due tre quattro cinque sei sette.
  Chiama il 112. → Chiama il centododici. | Chiama l'uno uno due. | Chiama il uno uno due.
  Si veda il § 5. → Si veda il paragrafo cinque.
  Abita al n. 7. → Abita al numero sette.
  È il n° 1 al mondo. → È il numero uno al mondo.
  Rossi & Figli vendono. → Rossi e Figli vendono.
  ~Il tema è #clima. → Il tema è hashtag clima. | Il tema è cancelletto clima.
  Calcola 3 × 4 = 12. → Calcola tre per quattro uguale dodici. | Calcola tre per quattro uguale a dodici. | Calcola tre per quattro è uguale a dodici.
  Calcola 7 + 5 = 12. → Calcola sette più cinque uguale dodici. | Calcola sette più cinque uguale a dodici. | Calcola sette più cinque è uguale a dodici.
  ~Calcola 10 - 4 = 6. → Calcola dieci meno quattro uguale sei. | Calcola dieci meno quattro uguale a sei. | Calcola dieci meno quattro è uguale a sei.
  Si sa che 5 > 3. → Si sa che cinque maggiore di tre. | Si sa che cinque è maggiore di tre.
  Si sa che 2 < 4. → Si sa che due minore di quattro. | Si sa che due è minore di quattro.
  La tolleranza è di ± 2 mm. → La tolleranza è di più o meno due millimetri. | La tolleranza è di più meno due millimetri.
  ~Calcola 20 : 4 = 5. → Calcola venti diviso quattro uguale cinque. | Calcola venti diviso quattro uguale a cinque. | Calcola venti diviso quattro è uguale a cinque. | Calcola venti diviso per quattro uguale a cinque. | Calcola venti diviso per quattro uguale cinque.
  Installa la versione 2.0.1. → Installa la versione due punto zero punto uno.
  L'indirizzo è 192.168.0.1. → L'indirizzo è centonovantadue punto centosessantotto punto zero punto uno. | L'indirizzo è uno nove due punto uno sei otto punto zero punto uno.
  Scrivi a info@esempio.it presto. → Scrivi a info chiocciola esempio punto it presto. | Scrivi a info chiocciola esempio punto i t presto.
  Visita www.esempio.it oggi. → Visita w w w punto esempio punto it oggi. | Visita w w w punto esempio punto i t oggi. | Visita vu vu vu punto esempio punto it oggi.
  ~È su https://esempio.it/aiuto adesso. → È su h t t p s due punti barra barra esempio punto i t barra aiuto adesso. | È su h t t p s due punti barra barra esempio punto it barra aiuto adesso. | È su esempio punto it barra aiuto adesso. | È su esempio punto i t barra aiuto adesso. | È su h t t p s due punti slash slash esempio punto it slash aiuto adesso.
  La frutta, p. es. le mele, fa bene. → La frutta, per esempio le mele, fa bene.
  Mele, pere, ecc. sono frutta. → Mele, pere, eccetera sono frutta.
  Il sig. Rossi e la sig.ra Verdi. → Il signor Rossi e la signora Verdi.
  ~Il dott. Bianchi arriva. → Il dottor Bianchi arriva.
  Il prof. Neri e la dott.ssa Blu. → Il professor Neri e la dottoressa Blu.
  Abita in P.za Dante. → Abita in piazza Dante.
  Si veda a pag. 12. → Si veda a pagina dodici.
  ~Sono ca. 20 persone. → Sono circa venti persone.
  Ha vinto 2-1 ieri. → Ha vinto due a uno ieri.
  Gli anni '90 sono lontani. → Gli anni novanta sono lontani.
  ~Il pacco pesa 1,25 kg. → Il pacco pesa uno virgola venticinque chilogrammi. | Il pacco pesa uno virgola venticinque chili.
  ~L'affitto sale a 780 € al mese. → L'affitto sale a settecentottanta euro al mese. | L'affitto sale a settecento ottanta euro al mese.
  ~Il negozio apre alle 7:45. → Il negozio apre alle sette e quarantacinque.
  ~Il 1° gennaio 2026 è festa. → Il primo gennaio duemilaventisei è festa.
  ~La seduta dura 90 min in tutto. → La seduta dura novanta minuti in tutto.
  ~Il fiume è lungo 2.850 km. → Il fiume è lungo duemilaottocentocinquanta chilometri. | Il fiume è lungo duemila ottocentocinquanta chilometri.
  ~Circa 1/3 della gente è venuta. → Circa un terzo della gente è venuta.
  ~Restano 3/8 della torta. → Restano tre ottavi della torta.
  ~Fuori ci sono -17 °C. → Fuori ci sono meno diciassette gradi Celsius.
  ~Ha corso 100 m in 9,8 s. → Ha corso cento metri in nove virgola otto secondi.
  ~L'auto va a 90 km/h. → L'auto va a novanta chilometri all'ora. | L'auto va a novanta chilometri orari. | L'auto va a novanta chilometri ora.
  ~Luigi XIV regnò a lungo. → Luigi quattordicesimo regnò a lungo.
  ~Papa Giovanni XXIII era buono. → Papa Giovanni ventitreesimo era buono.
  ~Nel 1789 tutto cambiò. → Nel millesettecentottantanove tutto cambiò. | Nel mille settecentottantanove tutto cambiò.
  ~Gli anni '80 tornano. → Gli anni ottanta tornano.
  ~Ha vinto 3-1 ieri. → Ha vinto tre a uno ieri. | Ha vinto tre uno ieri.
  ~La borsa perde l'1,7%. → La borsa perde l'uno virgola sette per cento. | La borsa perde l'uno virgola sette percento.
  ~La stanza misura 4 x 5 m. → La stanza misura quattro per cinque metri.
  ~Abita al 3° piano. → Abita al terzo piano.
  ~È la 2ª volta. → È la seconda volta.
  ~È alta 1,68 m. → È alta uno virgola sessantotto metri. | È alta un metro e sessantotto.
  ~Quasi 1,5 milioni di persone. → Quasi uno virgola cinque milioni di persone.
  ~Vedi pag. 214 del libro. → Vedi pagina duecentoquattordici del libro. | Vedi pagina duecento quattordici del libro.
  ~Leggi il cap. 7 domani. → Leggi il capitolo sette domani.
  ~Il sig. Rossi non c'è. → Il signor Rossi non c'è.
  ~La dott.ssa Verdi arriva. → La dottoressa Verdi arriva.
  ~Chiami il 06 1234567. → Chiami il zero sei uno due tre quattro cinque sei sette.
  ~Il concerto è il 12/06/2025. → Il concerto è il dodici giugno duemilaventicinque.
  ~Dal 2019 al 2023 viveva lì. → Dal duemiladiciannove al duemilaventitré viveva lì.
  ~Ci sono 21 case. → Ci sono ventuno case. | Ci sono ventuna case.
  ~Ho 1 amica. → Ho un'amica. | Ho una amica.
  ~Compra 0,5 l di latte. → Compra zero virgola cinque litri di latte.
  ~La corda è di 7 mm. → La corda è di sette millimetri.
  ~Il file è di 750 KB. → Il file è di settecentocinquanta kilobyte. | Il file è di settecento cinquanta kilobyte. | Il file è di settecentocinquanta chilobyte.
  ~Il disco è da 2 TB. → Il disco è da due terabyte.
  ~Il terreno ha 620 m². → Il terreno ha seicentoventi metri quadrati. | Il terreno ha seicento venti metri quadrati.
  ~Abito in P.za Roma, 8. → Abito in piazza Roma, otto.
  ~La Rossi S.p.A. chiude. → La Rossi società per azioni chiude. | La Rossi esse pi a chiude.
  ~Rossi & Figli chiude. → Rossi e Figli chiude.
  ~2 + 3 = 5 è facile. → due più tre uguale cinque è facile. | due più tre uguale a cinque è facile.
  ~7 × 8 = 56 anche. → sette per otto uguale cinquantasei anche.
  ~12 ÷ 4 = 3 anche. → dodici diviso quattro uguale tre anche.
  ~Il treno ha 5 min di ritardo. → Il treno ha cinque minuti di ritardo.
  ~L'A1 è chiusa. → L'A uno è chiusa.
  ~Lo dice l'art. 5 del codice. → Lo dice l'articolo cinque del codice.
  ~Il prezzo scende da 1.299 a 999 €. → Il prezzo scende da milleduecentonovantanove a novecentonovantanove euro. | Il prezzo scende da mille duecentonovantanove a novecentonovantanove euro.
  ~C'erano 50-60 ospiti. → C'erano cinquanta a sessanta ospiti. | C'erano cinquanta sessanta ospiti. | C'erano da cinquanta a sessanta ospiti.
  ~Guadagna 3.400 € lordi. → Guadagna tremilaquattrocento euro lordi. | Guadagna tremila quattrocento euro lordi.
  ~Il caffè costa 1,50 €. → Il caffè costa un euro e cinquanta. | Il caffè costa un euro e cinquanta centesimi.
  ~Costa $20 in America. → Costa venti dollari in America.
  ~Aperto 24 ore su 24. → Aperto ventiquattro ore su ventiquattro.
  ~Scriva a info@azienda.it oggi. → Scriva a info chiocciola azienda punto {it} oggi.
  ~Resta l'80%, cioè 4/5. → Resta l'ottanta per cento, cioè quattro quinti. | Resta l'ottanta percento, cioè quattro quinti.
  ~Il volo dura 2 h 30 min. → Il volo dura due ore trenta minuti. | Il volo dura due ore e trenta minuti.
  ~Vittorio Emanuele II fu re. → Vittorio Emanuele secondo fu re.
  ~La 1ª edizione è del 1605. → La prima edizione è del milleseicentocinque. | La prima edizione è del milleseicento cinque.
  ~Sono le 13:00. → Sono le tredici.
  ~Costa ca. 40 euro. → Costa circa quaranta euro.
  ~Pane, latte ecc. sono finiti. → Pane, latte eccetera sono finiti.
`);
