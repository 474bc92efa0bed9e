/** Italian, as language models write it for voice agents (see `en.ts` there). */
import { casesOf } from '../cases/case.ts';

export const cases = casesOf(String.raw`
  Ecco le opzioni:⏎- **Base**: 9,99 €/mese⏎- **Pro**: 19,99 €/mese → Ecco le opzioni⏎Base: nove euro e novantanove al mese⏎Pro: diciannove euro e novantanove al mese | Ecco le opzioni⏎Base: nove euro e novantanove centesimi al mese⏎Pro: diciannove euro e novantanove centesimi al mese | Ecco le opzioni⏎Base: nove euro e novantanove per mese⏎Pro: diciannove euro e novantanove per mese | Ecco le opzioni⏎Base: nove euro e novantanove centesimi per mese⏎Pro: diciannove euro e novantanove centesimi per mese
  ## Riepilogo⏎Tutto funziona. → Riepilogo⏎Tutto funziona.
  1. Apri l'app⏎2. Tocca *Conto*⏎3. Fatto! → uno. Apri l'app⏎due. Tocca Conto⏎tre. Fatto!
  | Piano | Prezzo |⏎|---|---|⏎| Mini | 5 € |⏎| Maxi | 10 € | → Piano, Prezzo⏎Mini, cinque euro⏎Maxi, dieci euro
  Il numero dell'ordine è 4821390. → Il numero dell'ordine è quattro otto due uno tre nove zero. | Il numero dell'ordine è quattro milioni ottocentoventunomila trecentonovanta. | Il numero dell'ordine è quattro milioni ottocentoventunomilatrecentonovanta.
  Il codice è 739104. → Il codice è sette tre nove uno zero quattro. | Il codice è settecentotrentanovemila centoquattro. | Il codice è settecentotrentanovemilacentoquattro.
  Chiami lo 02 1234567. → Chiami lo zero due, uno due tre quattro cinque sei sette.
  Il nostro numero è +39 06 698 12345. → Il nostro numero è più tre nove, zero sei, sei nove otto, uno due tre quattro cinque. | Il nostro numero è più trentanove, zero sei, sei nove otto, uno due tre quattro cinque.
  Cellulare: 333 123 4567 → Cellulare: tre tre tre, uno due tre, quattro cinque sei sette
  Scriva a anna.rossi@esempio.it. → Scriva a anna punto rossi chiocciola esempio punto {it}. | Scriva a anna punto rossi chiocciola esempio punto i ti.
  Vada su www.esempio.it/aiuto. → Vada su vu vu vu punto esempio punto {it} barra aiuto. | Vada su vu vu vu punto esempio punto i ti barra aiuto. | Vada su w w w punto esempio punto {it} barra aiuto. | Vada su w w w punto esempio punto i ti barra aiuto. | Vada su www punto esempio punto {it} barra aiuto.
  Veda [la pagina di aiuto](https://esempio.it/aiuto?id=5). → Veda la pagina di aiuto.
  L'appuntamento è mar. 4 marzo alle 14:30. → L'appuntamento è martedì quattro marzo alle quattordici e trenta.
  Siamo aperti lun.–ven., 9:00–17:00. → Siamo aperti lunedì venerdì, nove diciassette. | Siamo aperti da lunedì a venerdì, dalle nove alle diciassette. | Siamo aperti lunedì a venerdì, nove a diciassette.
  Il treno parte alle 9.05. → Il treno parte alle nove e cinque. | Il treno parte alle nove zero cinque. | Il treno parte alle nove e zero cinque.
  Scadenza: 31/01/2025. → Scadenza: trentuno gennaio duemilaventicinque.
  Arriva il 1º aprile. → Arriva il primo aprile.
  Il saldo è di -42,50 €. → Il saldo è di meno quarantadue euro e cinquanta. | Il saldo è di meno quarantadue euro e cinquanta centesimi.
  Sono 1.249,99 € IVA incl. → Sono milleduecentoquarantanove euro e novantanove IVA inclusa. | Sono milleduecentoquarantanove euro e novantanove centesimi IVA inclusa. | Sono milleduecentoquarantanove euro e novantanove IVA incluso. | Sono milleduecentoquarantanove euro e novantanove centesimi IVA incluso.
  Risparmia ca. il 15%. → Risparmia circa il quindici per cento. | Risparmia circa il quindici percento.
  Pesa 2,5 kg. → Pesa due virgola cinque chilogrammi. | Pesa due virgola cinque chili.
  Ci sono -3 °C e vento a 20 km/h. → Ci sono meno tre gradi Celsius e vento a venti chilometri all'ora. | Ci sono meno tre gradi Celsius e vento a venti chilometri orari. | Ci sono meno tre gradi Celsius e vento a venti chilometri ora.
  La consegna richiede 3-5 giorni. → La consegna richiede tre a cinque giorni. | La consegna richiede da tre a cinque giorni. | La consegna richiede tre cinque giorni.
  Lei è il n. 2 in coda. → Lei è il numero due in coda.
  Ottimo! 🎉 La prenotazione è confermata ✅ → Ottimo! La prenotazione è confermata
  Il volo AZ1234 parte dal gate B22. → Il volo A Z milleduecentotrentaquattro parte dal gate {B} ventidue. | Il volo A Z uno due tre quattro parte dal gate {B} ventidue. | Il volo A Z dodici trentaquattro parte dal gate {B} ventidue.
  Il nostro indirizzo: P.zza Dante 12, 20121 Milano. → Il nostro indirizzo: piazza Dante dodici, due zero uno due uno Milano. | Il nostro indirizzo: piazza Dante dodici, ventimilacentoventuno Milano. | Il nostro indirizzo: piazza Dante dodici, ventimila centoventuno Milano. | Il nostro indirizzo: piazza Dante dodici, venti centoventuno Milano.
  La carta che termina con 4242 è stata addebitata. → La carta che termina con quattro due quattro due è stata addebitata. | La carta che termina con quarantadue quarantadue è stata addebitata. | La carta che termina con quattromiladuecentoquarantadue è stata addebitata.
  Vantaggi:⏎* veloce⏎* economico⏎Svantaggio:⏎* rumoroso → Vantaggi⏎veloce⏎economico⏎Svantaggio⏎rumoroso
  Caffè e/o tè? → Caffè e o tè? | Caffè e barra o tè?
  Il dott. Rossi e la sig.ra Bianchi sono al 2º piano. → Il dottor Rossi e la signora Bianchi sono al secondo piano. | Il dottore Rossi e la signora Bianchi sono al secondo piano.
  Passo 1: prema per 10 s. → Passo uno: prema per dieci secondi.
  Valutato 4,8/5 da 1.200 clienti. → Valutato quattro virgola otto su cinque da milleduecento clienti.
`);
