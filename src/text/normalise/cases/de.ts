/**
 * German: Duden (Zahlen und Ziffern), DIN 5008 (Datum, Uhrzeit, Telefon), CLDR `de`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Es sind -5 Grad. → Es sind minus fünf Grad.
  Es sind −12 °C. → Es sind minus zwölf Grad Celsius.
  ~Bei +30 °C bleibt die Schule zu. → Bei plus dreißig Grad Celsius bleibt die Schule zu.
  Der Wert liegt bei 2,5. → Der Wert liegt bei zwei Komma fünf.
  Es sind 0,75 Liter. → Es sind null Komma sieben fünf Liter.
  Pi ist etwa 3,14. → Pi ist etwa drei Komma eins vier.
  ~Das Ergebnis ist -0,05. → Das Ergebnis ist minus null Komma null fünf.
  Das sind 1.000 Leute. → Das sind tausend Leute. | Das sind eintausend Leute.
  Die Stadt hat 1.234.567 Einwohner. → Die Stadt hat eine Million zweihundertvierunddreißigtausendfünfhundertsiebenundsechzig Einwohner.
  Rund 25 000 Menschen kamen. → Rund fünfundzwanzigtausend Menschen kamen.
  ~Die Firma hat 12.500 Mitarbeiter. → Die Firma hat zwölftausendfünfhundert Mitarbeiter.
  Die Preise stiegen um 3 %. → Die Preise stiegen um drei Prozent.
  Das sind 12,5% mehr. → Das sind zwölf Komma fünf Prozent mehr.
  ~Er hatte 0,8 ‰ im Blut. → Er hatte null Komma acht Promille im Blut.
  Das kostet 5 €. → Das kostet fünf Euro.
  Das Buch kostet 12,50 €. → Das Buch kostet zwölf Euro fünfzig. | Das Buch kostet zwölf Euro fünfzig Cent. | Das Buch kostet zwölf Euro und fünfzig Cent.
  Der Eintritt kostet €20. → Der Eintritt kostet zwanzig Euro.
  ~Die Rechnung beträgt 1.299,99 €. → Die Rechnung beträgt tausendzweihundertneunundneunzig Euro neunundneunzig. | Die Rechnung beträgt eintausendzweihundertneunundneunzig Euro neunundneunzig. | Die Rechnung beträgt eintausendzweihundertneunundneunzig Euro und neunundneunzig Cent. | Die Rechnung beträgt tausendzweihundertneunundneunzig Euro und neunundneunzig Cent.
  Er zahlte $100. → Er zahlte hundert Dollar. | Er zahlte einhundert Dollar.
  Das Haus kostet 2 Mio. €. → Das Haus kostet zwei Millionen Euro.
  Der Schaden liegt bei 3,5 Mrd. Euro. → Der Schaden liegt bei drei Komma fünf Milliarden Euro.
  Sie bekommt 50 CHF. → Sie bekommt fünfzig Schweizer Franken.
  ~Es kostet 1 €. → Es kostet einen Euro. | Es kostet ein Euro.
  Das Ticket kostet 0,99 €. → Das Ticket kostet neunundneunzig Cent. | Das Ticket kostet null Euro neunundneunzig.
  Er ist 1,80 m groß. → Er ist einen Meter achtzig groß. | Er ist ein Meter achtzig groß. | Er ist eins Komma acht null Meter groß.
  Es sind noch 15 km. → Es sind noch fünfzehn Kilometer.
  Das Auto fährt 120 km/h. → Das Auto fährt hundertzwanzig Kilometer pro Stunde. | Das Auto fährt einhundertzwanzig Kilometer pro Stunde. | Das Auto fährt hundertzwanzig Stundenkilometer.
  ~Nimm 250 g Mehl. → Nimm zweihundertfünfzig Gramm Mehl.
  Die Wohnung hat 85 m². → Die Wohnung hat fünfundachtzig Quadratmeter.
  Der Tank fasst 60 l. → Der Tank fasst sechzig Liter.
  Das Kind wiegt 3,4 kg. → Das Kind wiegt drei Komma vier Kilogramm. | Das Kind wiegt drei Komma vier Kilo.
  ~Der Akku hat 5000 mAh. → Der Akku hat fünftausend Milliamperestunden.
  Die Datei hat 20 MB. → Die Datei hat zwanzig Megabyte.
  Der Winkel beträgt 45°. → Der Winkel beträgt fünfundvierzig Grad.
  Wir treffen uns am 3. Mai. → Wir treffen uns am dritten Mai.
  Heute ist der 1. April. → Heute ist der erste April.
  ~Sie wurde am 21. Juni geboren. → Sie wurde am einundzwanzigsten Juni geboren.
  Das ist der 2. Versuch. → Das ist der zweite Versuch.
  Er wohnt im 4. Stock. → Er wohnt im vierten Stock.
  Im 19. Jahrhundert war das anders. → Im neunzehnten Jahrhundert war das anders.
  ~Sie kam auf den 7. Platz. → Sie kam auf den siebten Platz. | Sie kam auf den siebenten Platz.
  Ludwig XIV. war König. → Ludwig der Vierzehnte war König.
  Papst Johannes Paul II. starb in Rom. → Papst Johannes Paul der Zweite starb in Rom.
  Das steht in Kapitel IV. → Das steht in Kapitel vier.
  Der Termin ist am 24.12.2023. → Der Termin ist am vierundzwanzigsten Dezember zweitausenddreiundzwanzig. | Der Termin ist am vierundzwanzigsten zwölften zweitausenddreiundzwanzig.
  ~Am 3.10.1990 war es so weit. → Am dritten Oktober neunzehnhundertneunzig war es so weit. | Am dritten zehnten neunzehnhundertneunzig war es so weit.
  Der Brief ist vom 15. März 1848. → Der Brief ist vom fünfzehnten März achtzehnhundertachtundvierzig.
  Das Datum ist 2024-07-01. → Das Datum ist erster Juli zweitausendvierundzwanzig. | Das Datum ist der erste Juli zweitausendvierundzwanzig.
  Er ist 1998 geboren. → Er ist neunzehnhundertachtundneunzig geboren.
  Das war im Jahr 2008. → Das war im Jahr zweitausendacht.
  ~Im Jahr 1066 war die Schlacht. → Im Jahr tausendsechsundsechzig war die Schlacht. | Im Jahr eintausendsechsundsechzig war die Schlacht. | Im Jahr zehnhundertsechsundsechzig war die Schlacht.
  Die 90er Jahre waren wild. → Die neunziger Jahre waren wild.
  Er starb 44 v. Chr. in Rom. → Er starb vierundvierzig vor Christus in Rom.
  Der Zug fährt um 14:30 Uhr. → Der Zug fährt um vierzehn Uhr dreißig.
  Wir treffen uns um 8:05 Uhr. → Wir treffen uns um acht Uhr fünf.
  Es ist 9 Uhr. → Es ist neun Uhr.
  ~Das Spiel beginnt um 20.15 Uhr. → Das Spiel beginnt um zwanzig Uhr fünfzehn.
  Es ist jetzt 1:00. → Es ist jetzt ein Uhr.
  Die Öffnungszeiten sind 9–17 Uhr. → Die Öffnungszeiten sind neun bis siebzehn Uhr.
  Lesen Sie Seite 10-15. → Lesen Sie Seite zehn bis fünfzehn.
  ~Der Krieg von 1914–1918 war schlimm. → Der Krieg von neunzehnhundertvierzehn bis neunzehnhundertachtzehn war schlimm.
  Nimm 1/2 Liter Milch. → Nimm einen halben Liter Milch. | Nimm ein halb Liter Milch. | Nimm ein halber Liter Milch. | Nimm ein halben Liter Milch.
  Etwa 3/4 der Leute kamen. → Etwa drei Viertel der Leute kamen.
  Das Verhältnis ist 47701/913. → Das Verhältnis ist siebenundvierzigtausendsiebenhunderteins Neunhundertdreizehntel. | Das Verhältnis ist siebenundvierzigtausendsiebenhunderteins durch neunhundertdreizehn.
  ~Noch 2/3 fehlen. → Noch zwei Drittel fehlen.
  Es dauert 1½ Stunden. → Es dauert eineinhalb Stunden. | Es dauert anderthalb Stunden.
  Rufen Sie 030 123456 an. → Rufen Sie null drei null eins zwei drei vier fünf sechs an.
  ~Meine Nummer ist +49 170 1234567. → Meine Nummer ist plus vier neun eins sieben null eins zwei drei vier fünf sechs sieben.
  Der Notruf ist 112. → Der Notruf ist hundertzwölf. | Der Notruf ist einhundertzwölf. | Der Notruf ist eins eins zwei.
  Nach § 5 ist das verboten. → Nach Paragraf fünf ist das verboten.
  Es wohnt in Zimmer Nr. 7. → Es wohnt in Zimmer Nummer sieben.
  Müller & Söhne liefern. → Müller und Söhne liefern.
  Das Thema ist #Klima. → Das Thema ist Hashtag Klima.
  ~Wir folgen #Berlin2024 heute. → Wir folgen Hashtag Berlin zweitausendvierundzwanzig heute.
  Rechne 3 × 4 = 12. → Rechne drei mal vier gleich zwölf. | Rechne drei mal vier ist gleich zwölf.
  Rechne 7 + 5 = 12. → Rechne sieben plus fünf gleich zwölf. | Rechne sieben plus fünf ist gleich zwölf.
  ~Rechne 10 - 4 = 6. → Rechne zehn minus vier gleich sechs. | Rechne zehn minus vier ist gleich sechs.
  Es gilt 5 > 3. → Es gilt fünf größer als drei. | Es gilt fünf ist größer als drei.
  Es gilt 2 < 4. → Es gilt zwei kleiner als vier. | Es gilt zwei ist kleiner als vier.
  Die Toleranz ist ± 2 mm. → Die Toleranz ist plus minus zwei Millimeter. | Die Toleranz ist plus oder minus zwei Millimeter.
  ~Rechne 20 : 4 = 5. → Rechne zwanzig geteilt durch vier gleich fünf. | Rechne zwanzig geteilt durch vier ist gleich fünf.
  Installieren Sie Version 2.0.1. → Installieren Sie Version zwei Punkt null Punkt eins.
  Die Adresse ist 192.168.0.1. → Die Adresse ist eins neun zwei Punkt eins sechs acht Punkt null Punkt eins. | Die Adresse ist hundertzweiundneunzig Punkt hundertachtundsechzig Punkt null Punkt eins.
  Schreiben Sie an info@beispiel.de bitte. → Schreiben Sie an info ät beispiel Punkt d e bitte. | Schreiben Sie an info at beispiel Punkt d e bitte.
  Besuchen Sie www.beispiel.de heute. → Besuchen Sie w w w Punkt beispiel Punkt d e heute.
  ~Die Seite ist https://beispiel.de/hilfe hier. → Die Seite ist h t t p s Doppelpunkt Schrägstrich Schrägstrich beispiel Punkt d e Schrägstrich hilfe hier. | Die Seite ist beispiel Punkt d e Schrägstrich hilfe hier.
  Obst, z. B. Äpfel, ist gesund. → Obst, zum Beispiel Äpfel, ist gesund.
  Äpfel, Birnen usw. sind da. → Äpfel, Birnen und so weiter sind da.
  Das ist d. h. falsch. → Das ist das heißt falsch.
  ~Es sind ca. 20 Leute. → Es sind circa zwanzig Leute.
  Dr. Schmidt kommt gleich. → Doktor Schmidt kommt gleich.
  Das kostet bzw. kostete viel. → Das kostet beziehungsweise kostete viel.
  Er spielt u. a. Klavier. → Er spielt unter anderem Klavier.
  ~Herr Prof. Meier kommt evtl. später. → Herr Professor Meier kommt eventuell später.
  Es steht 2:1 für Bayern. → Es steht zwei zu eins für Bayern.
  Wir sind 21 Personen. → Wir sind einundzwanzig Personen.
  Es gibt 101 Gründe. → Es gibt hunderteins Gründe. | Es gibt einhunderteins Gründe. | Es gibt hundertundeins Gründe.
  ~Ich habe 1 Hund und 2 Katzen. → Ich habe einen Hund und zwei Katzen. | Ich habe ein Hund und zwei Katzen.
  Siehe Abb. 3 auf S. 12. → Siehe Abbildung drei auf Seite zwölf.
  Geöffnet Mo.–Fr. ab neun. → Geöffnet Montag bis Freitag ab neun.
  Wir treffen uns Di., 3. Mai. → Wir treffen uns Dienstag, dritter Mai. | Wir treffen uns Dienstag, dritten Mai.
  Schreib an max.muster@beispiel.de heute. → Schreib an {max} Punkt muster ät beispiel Punkt d e heute.
`);
