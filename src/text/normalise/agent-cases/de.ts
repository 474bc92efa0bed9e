/** German, as language models write it for voice agents (see `en.ts` there). */
import { casesOf } from '../cases/case.ts';

export const cases = casesOf(String.raw`
  Das sind Ihre Optionen:⏎- **Basis**: 9,99 €/Monat⏎- **Profi**: 19,99 €/Monat → Das sind Ihre Optionen⏎Basis: neun Euro neunundneunzig pro Monat⏎Profi: neunzehn Euro neunundneunzig pro Monat | Das sind Ihre Optionen⏎Basis: neun Euro neunundneunzig Cent pro Monat⏎Profi: neunzehn Euro neunundneunzig Cent pro Monat
  ## Zusammenfassung⏎Alles läuft. → Zusammenfassung⏎Alles läuft.
  1. Öffnen Sie die App⏎2. Tippen Sie auf *Konto*⏎3. Fertig! → erstens. Öffnen Sie die App⏎zweitens. Tippen Sie auf Konto⏎drittens. Fertig! | eins. Öffnen Sie die App⏎zwei. Tippen Sie auf Konto⏎drei. Fertig!
  | Tarif | Preis |⏎|---|---|⏎| S | 5 € |⏎| M | 10 € | → Tarif, Preis⏎{S}, fünf Euro⏎{M}, zehn Euro
  Ihre Bestellnummer ist 4821390. → Ihre Bestellnummer ist vier acht zwei eins drei neun null.
  Ihr Code lautet 739 104. → Ihr Code lautet sieben drei neun eins null vier.
  Ihre Kundennummer lautet 00417. → Ihre Kundennummer lautet null null vier eins sieben.
  Rufen Sie uns an: 030 1234567. → Rufen Sie uns an: null drei null, eins zwei drei vier fünf sechs sieben. | Rufen Sie uns an: null dreißig, eins zwei drei vier fünf sechs sieben.
  Unsere Nummer ist +49 89 123456. → Unsere Nummer ist plus vier neun, acht neun, eins zwei drei vier fünf sechs. | Unsere Nummer ist plus neunundvierzig, neunundachtzig, eins zwei drei vier fünf sechs.
  Sie erreichen uns unter +49 (0)30 901820. → Sie erreichen uns unter plus vier neun, null drei null, neun null eins acht zwei null. | Sie erreichen uns unter plus vier neun, null, drei null, neun null eins acht zwei null.
  Mobil: 0176/12345678 → Mobil: null eins sieben sechs, eins zwei drei vier fünf sechs sieben acht
  Ich schicke es an anna.mueller@beispiel.de. → Ich schicke es an anna Punkt mueller ät beispiel Punkt d e. | Ich schicke es an anna Punkt mueller at beispiel Punkt d e.
  Mehr unter www.beispiel.de/hilfe. → Mehr unter w w w Punkt beispiel Punkt d e Schrägstrich hilfe.
  Siehe [unsere Hilfeseite](https://beispiel.de/hilfe?id=5). → Siehe unsere Hilfeseite.
  Ihr Termin ist am Di., 4. März um 14:30 Uhr. → Ihr Termin ist am Dienstag, vierten März um vierzehn Uhr dreißig. | Ihr Termin ist am Dienstag, vierter März um vierzehn Uhr dreißig.
  Wir haben Mo–Fr von 9–17 Uhr geöffnet. → Wir haben Montag bis Freitag von neun bis siebzehn Uhr geöffnet.
  Der Zug fährt um 9.05 Uhr. → Der Zug fährt um neun Uhr fünf.
  Fällig am 31.01.2025. → Fällig am einunddreißigsten Januar zweitausendfünfundzwanzig. | Fällig am einunddreißigsten ersten zweitausendfünfundzwanzig.
  Lieferung am 05.03. → Lieferung am fünften März. | Lieferung am fünften dritten.
  Ihr Kontostand beträgt -42,50 €. → Ihr Kontostand beträgt minus zweiundvierzig Euro fünfzig. | Ihr Kontostand beträgt minus zweiundvierzig Euro fünfzig Cent.
  Das macht 1.249,99 € inkl. MwSt. → Das macht eintausendzweihundertneunundvierzig Euro neunundneunzig inklusive Mehrwertsteuer. | Das macht tausendzweihundertneunundvierzig Euro neunundneunzig inklusive Mehrwertsteuer. | Das macht eintausendzweihundertneunundvierzig Euro neunundneunzig Cent inklusive Mehrwertsteuer.
  Sie sparen ca. 15 %. → Sie sparen circa fünfzehn Prozent.
  Es wiegt 2,5 kg. → Es wiegt zwei Komma fünf Kilogramm. | Es wiegt zwei Komma fünf Kilo.
  Heute sind es -3 °C bei 20 km/h Wind. → Heute sind es minus drei Grad Celsius bei zwanzig Kilometer pro Stunde Wind. | Heute sind es minus drei Grad Celsius bei zwanzig Kilometern pro Stunde Wind.
  Die Lieferung dauert 3–5 Werktage. → Die Lieferung dauert drei bis fünf Werktage.
  Nehmen Sie 1/2 TL Salz. → Nehmen Sie einen halben Teelöffel Salz. | Nehmen Sie ein halb Teelöffel Salz. | Nehmen Sie ein halber Teelöffel Salz.
  Sie sind Nr. 2 in der Warteschlange. → Sie sind Nummer zwei in der Warteschlange.
  Super! 🎉 Ihre Buchung ist bestätigt ✅ → Super! Ihre Buchung ist bestätigt
  Flug LH1234 ab Gate B22. → Flug L H zwölf vierunddreißig ab Gate {B} zweiundzwanzig. | Flug L H eins zwei drei vier ab Gate {B} zweiundzwanzig. | Flug L H eintausendzweihundertvierunddreißig ab Gate {B} zweiundzwanzig.
  Ihr Auto hat das Kennzeichen M-AB 1234. → Ihr Auto hat das Kennzeichen {M} A B eins zwei drei vier. | Ihr Auto hat das Kennzeichen {M} A B zwölf vierunddreißig. | Ihr Auto hat das Kennzeichen {M} A B eintausendzweihundertvierunddreißig.
  Unsere Adresse: Hauptstr. 12a, 10115 Berlin. → Unsere Adresse: Hauptstraße zwölf {a}, eins null eins eins fünf Berlin. | Unsere Adresse: Hauptstraße zwölf {a}, zehn eins fünfzehn Berlin.
  Die PLZ ist 80331. → Die Postleitzahl ist acht null drei drei eins.
  Die IBAN lautet DE89 3704 0044 0532 0130 00. → Die I B A N lautet D E acht neun, drei sieben null vier, null null vier vier, null fünf drei zwei, null eins drei null, null null. | Die {Iban} lautet D E acht neun, drei sieben null vier, null null vier vier, null fünf drei zwei, null eins drei null, null null.
  Die Karte mit der Endung 4242 wurde belastet. → Die Karte mit der Endung vier zwei vier zwei wurde belastet.
  Vorteile:⏎* schnell⏎* günstig⏎Nachteile:⏎* laut → Vorteile⏎schnell⏎günstig⏎Nachteile⏎laut
  Sie können Kaffee und/oder Tee wählen. → Sie können Kaffee und oder Tee wählen. | Sie können Kaffee und Schrägstrich oder Tee wählen.
  Frau Dr. Meier ist im 2. OG, Zi. 12. → Frau Doktor Meier ist im zweiten Obergeschoss, Zimmer zwölf. | Frau Doktor Meier ist im zweiten OG, Zimmer zwölf.
  Schritt 1: Taste 10 s gedrückt halten. → Schritt eins: Taste zehn Sekunden gedrückt halten.
  Bewertet mit 4,8/5 von 1.200 Kunden. → Bewertet mit vier Komma acht von fünf von tausendzweihundert Kunden. | Bewertet mit vier Komma acht von fünf von eintausendzweihundert Kunden.
  Bitte bis spätestens 18.12. um 8 Uhr zahlen. → Bitte bis spätestens achtzehnten Dezember um acht Uhr zahlen. | Bitte bis spätestens achtzehnten zwölften um acht Uhr zahlen. | Bitte bis spätestens achtzehnter Dezember um acht Uhr zahlen.
`);
