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
  ~Das Paket wiegt 1,25 kg. → Das Paket wiegt eins Komma zwei fünf Kilogramm. | Das Paket wiegt eins Komma zwei fünf Kilo.
  ~Die Miete steigt auf 780 € im Monat. → Die Miete steigt auf siebenhundertachtzig Euro im Monat.
  ~Der Laden öffnet um 7:45 Uhr. → Der Laden öffnet um sieben Uhr fünfundvierzig.
  ~Am 1. Januar 2026 beginnt das neue Jahr. → Am ersten Januar zweitausendsechsundzwanzig beginnt das neue Jahr.
  ~Die Sitzung dauert 90 Min. am Stück. → Die Sitzung dauert neunzig Minuten am Stück.
  ~Der Fluss ist 2.850 km lang. → Der Fluss ist zweitausendachthundertfünfzig Kilometer lang.
  ~Etwa 1/3 der Befragten stimmte zu. → Etwa ein Drittel der Befragten stimmte zu.
  ~Das ergibt 3/8 der Menge. → Das ergibt drei Achtel der Menge.
  ~Die Temperatur fiel auf -17 °C. → Die Temperatur fiel auf minus siebzehn Grad Celsius.
  ~Der Kurs liegt bei 1,08 $. → Der Kurs liegt bei eins Komma null acht Dollar. | Der Kurs liegt bei einem Dollar acht. | Der Kurs liegt bei einem Dollar und acht Cent. | Der Kurs liegt bei einem Dollar acht Cent. | Der Kurs liegt bei ein Dollar acht Cent.
  ~Er lief 100 m in 9,8 s. → Er lief hundert Meter in neun Komma acht Sekunden. | Er lief einhundert Meter in neun Komma acht Sekunden.
  ~Der Verbrauch liegt bei 5,4 l/100 km. → Der Verbrauch liegt bei fünf Komma vier Liter pro hundert Kilometer. | Der Verbrauch liegt bei fünf Komma vier Litern pro hundert Kilometer. | Der Verbrauch liegt bei fünf Komma vier Liter pro einhundert Kilometer.
  ~Wir sehen uns am Mi., 7. Mai. → Wir sehen uns am Mittwoch, siebten Mai. | Wir sehen uns am Mittwoch, siebter Mai.
  ~Kaiser Wilhelm II. dankte ab. → Kaiser Wilhelm der Zweite dankte ab.
  ~Im Jahr 1789 begann die Revolution. → Im Jahr siebzehnhundertneunundachtzig begann die Revolution.
  ~Die 2000er waren laut. → Die Zweitausender waren laut.
  ~Es steht 27:24 für Kiel. → Es steht siebenundzwanzig zu vierundzwanzig für Kiel.
  ~Der DAX verlor 1,7 %. → Der DAX verlor eins Komma sieben Prozent.
  ~Gib 2 EL Öl in die Pfanne. → Gib zwei Esslöffel Öl in die Pfanne.
  ~Das Zimmer misst 4 x 5 m. → Das Zimmer misst vier mal fünf Meter.
  ~Die Wohnung liegt im 3. OG. → Die Wohnung liegt im dritten Obergeschoss. | Die Wohnung liegt im dritten O G.
  ~Die Rakete flog 28.000 km/h schnell. → Die Rakete flog achtundzwanzigtausend Kilometer pro Stunde schnell. | Die Rakete flog achtundzwanzigtausend Stundenkilometer schnell.
  ~Der Akku fasst 4.500 mAh. → Der Akku fasst viertausendfünfhundert Milliamperestunden.
  ~Sie ist 1,68 m groß. → Sie ist eins Komma sechs acht Meter groß. | Sie ist einen Meter achtundsechzig groß. | Sie ist ein Meter achtundsechzig groß.
  ~Rund 1,5 Mio. Menschen sahen zu. → Rund eins Komma fünf Millionen Menschen sahen zu. | Rund eineinhalb Millionen Menschen sahen zu.
  ~Der Bund zahlt 12 Mrd. € mehr. → Der Bund zahlt zwölf Milliarden Euro mehr.
  ~Auf S. 214 steht mehr. → Auf Seite zweihundertvierzehn steht mehr.
  ~Lies Kap. 7 bis morgen. → Lies Kapitel sieben bis morgen.
  ~Wir treffen uns zw. 10 und 11 Uhr. → Wir treffen uns zwischen zehn und elf Uhr.
  ~Die Strecke ist max. 12 km lang. → Die Strecke ist maximal zwölf Kilometer lang.
  ~Bring bitte Obst, Brot etc. mit. → Bring bitte Obst, Brot et cetera mit.
  ~Das gilt i. d. R. nicht. → Das gilt in der Regel nicht.
  ~Ruf 110 an. → Ruf eins eins null an. | Ruf hundertzehn an. | Ruf einhundertzehn an.
  ~Meine Nummer ist 0151 23456789. → Meine Nummer ist null eins fünf eins zwei drei vier fünf sechs sieben acht neun.
  ~Das Konzert ist am 12.6. um 20 Uhr. → Das Konzert ist am zwölften sechsten um zwanzig Uhr. | Das Konzert ist am zwölften Juni um zwanzig Uhr.
  ~Von 2019 bis 2023 lebte sie dort. → Von zweitausendneunzehn bis zweitausenddreiundzwanzig lebte sie dort.
  ~Die Saison 2023/24 war stark. → Die Saison zweitausenddreiundzwanzig vierundzwanzig war stark.
  ~Der Saal hat 1.101 Plätze. → Der Saal hat tausendeinhunderteins Plätze. | Der Saal hat eintausendeinhunderteins Plätze. | Der Saal hat tausendhunderteins Plätze.
  ~Sie kauft 0,5 l Milch. → Sie kauft null Komma fünf Liter Milch. | Sie kauft einen halben Liter Milch.
  ~Das Seil ist 7 mm dick. → Das Seil ist sieben Millimeter dick.
  ~Die Datei ist 750 kB groß. → Die Datei ist siebenhundertfünfzig Kilobyte groß.
  ~Der Prozessor läuft mit 3,2 GHz. → Der Prozessor läuft mit drei Komma zwei Gigahertz.
  ~Das Grundstück hat 620 m² Fläche. → Das Grundstück hat sechshundertzwanzig Quadratmeter Fläche.
  ~Er wohnt in der Bahnhofstr. 8. → Er wohnt in der Bahnhofstraße acht.
  ~Frau Prof. Dr. Klein hält die Rede. → Frau Professor Doktor Klein hält die Rede.
  ~St. Pauli spielt heute. → Sankt Pauli spielt heute.
  ~Die Firma Müller & Sohn schließt. → Die Firma Müller und Sohn schließt.
  ~2 + 3 = 5 ist leicht. → zwei plus drei gleich fünf ist leicht. | zwei plus drei ist gleich fünf ist leicht.
  ~12 : 4 = 3 auch. → zwölf geteilt durch vier gleich drei auch. | zwölf durch vier gleich drei auch. | zwölf zu vier gleich drei auch.
  ~7 × 8 = 56 weiß jeder. → sieben mal acht gleich sechsundfünfzig weiß jeder.
  ~Der Zug hat 5 Min. Verspätung. → Der Zug hat fünf Minuten Verspätung.
  ~Das ist die 3. Auflage. → Das ist die dritte Auflage.
  ~Zum 25. Mal findet es statt. → Zum fünfundzwanzigsten Mal findet es statt.
  ~Ab 18 Jahren frei. → Ab achtzehn Jahren frei.
  ~Die A7 ist gesperrt. → Die A sieben ist gesperrt.
  ~§ 5 Abs. 2 regelt das. → Paragraf fünf Absatz zwei regelt das.
  ~Der Preis sank von 1.299 auf 999 €. → Der Preis sank von tausendzweihundertneunundneunzig auf neunhundertneunundneunzig Euro. | Der Preis sank von eintausendzweihundertneunundneunzig auf neunhundertneunundneunzig Euro.
  ~Es kamen 50-60 Gäste. → Es kamen fünfzig bis sechzig Gäste.
  ~Die Chance steht 50:50. → Die Chance steht fünfzig zu fünfzig. | Die Chance steht fünfzig fünfzig.
  ~Er verdient 3.400 € brutto. → Er verdient dreitausendvierhundert Euro brutto.
`);
