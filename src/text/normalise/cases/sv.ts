/**
 * Swedish: Svenska skrivregler (Språkrådet: siffror, datum, klockslag, telefonnummer), Myndigheternas skrivregler, CLDR `sv`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Det är -5 grader. → Det är minus fem grader.
  Det är −12 °C ute. → Det är minus tolv grader Celsius ute.
  ~Det blir +3 °C i morgon. → Det blir plus tre grader Celsius i morgon.
  Betyget är 2,5. → Betyget är två komma fem.
  Värdet är 0,75. → Värdet är noll komma sjuttiofem. | Värdet är noll komma sju fem.
  Pi är 3,14. → Pi är tre komma fjorton. | Pi är tre komma ett fyra.
  ~Resultatet är 2,05. → Resultatet är två komma noll fem.
  Staden har 1 234 567 invånare. → Staden har en miljon tvåhundratrettiofyratusenfemhundrasextiosju invånare. | Staden har en miljon tvåhundratrettiofyra tusen femhundrasextiosju invånare.
  Det kom 25 000 personer. → Det kom tjugofemtusen personer. | Det kom tjugofem tusen personer.
  ~Det finns 12.500 böcker. → Det finns tolvtusenfemhundra böcker. | Det finns tolv tusen femhundra böcker.
  Det kom 1 500 personer. → Det kom ettusenfemhundra personer. | Det kom femtonhundra personer. | Det kom tusenfemhundra personer. | Det kom ett tusen femhundra personer.
  Hon är 35 år. → Hon är trettiofem år.
  Jag har 1 bror och 2 systrar. → Jag har en bror och två systrar.
  Det är 1 år sedan. → Det är ett år sedan.
  ~Det är 21 dagar kvar. → Det är tjugoen dagar kvar. | Det är tjugoett dagar kvar.
  Priserna steg med 3 %. → Priserna steg med tre procent.
  Det är 12,5% mer. → Det är tolv komma fem procent mer.
  ~Han hade 0,8 ‰ i blodet. → Han hade noll komma åtta promille i blodet.
  Det kostar 5 kr. → Det kostar fem kronor.
  Boken kostar 129 kr idag. → Boken kostar hundratjugonio kronor idag. | Boken kostar etthundratjugonio kronor idag. | Boken kostar ett hundra tjugonio kronor idag.
  Det kostar 1 kr. → Det kostar en krona.
  Boken kostar 12,50 kr. → Boken kostar tolv kronor och femtio öre. | Boken kostar tolv kronor femtio öre. | Boken kostar tolv och femtio. | Boken kostar tolv och femtio kronor.
  ~Summan är 1 299,90 kr. → Summan är tolvhundranittionio kronor och nittio öre. | Summan är ettusentvåhundranittionio kronor och nittio öre. | Summan är tusentvåhundranittionio kronor och nittio öre.
  Det kostar 20 € där. → Det kostar tjugo euro där.
  Han betalade $100 igår. → Han betalade hundra dollar igår. | Han betalade etthundra dollar igår.
  Det kostar 20:- idag. → Det kostar tjugo kronor idag.
  ~Hon fick 50 SEK igår. → Hon fick femtio kronor igår. | Hon fick femtio svenska kronor igår.
  Huset kostar 2 mnkr idag. → Huset kostar två miljoner kronor idag.
  Det är 15 km kvar. → Det är femton kilometer kvar.
  Han kör 120 km/h där. → Han kör hundratjugo kilometer i timmen där. | Han kör etthundratjugo kilometer i timmen där. | Han kör hundratjugo kilometer per timme där. | Han kör etthundratjugo kilometer per timme där.
  Han är 1,80 m lång. → Han är en meter och åttio centimeter lång. | Han är ett komma åttio meter lång. | Han är en och åttio lång. | Han är en komma åttio meter lång. | Han är ett komma åtta noll meter lång.
  ~Tillsätt 250 g mjöl. → Tillsätt tvåhundrafemtio gram mjöl.
  Lägenheten är 85 m². → Lägenheten är åttiofem kvadratmeter.
  Tanken rymmer 60 l. → Tanken rymmer sextio liter.
  Det väger 1 kg. → Det väger ett kilogram. | Det väger ett kilo.
  ~Filen är 20 MB. → Filen är tjugo megabyte.
  Vinkeln är 45°. → Vinkeln är fyrtiofem grader.
  Häll i 2 dl mjölk. → Häll i två deciliter mjölk.
  Det är 1:a gången. → Det är första gången.
  Han kom på 2:a plats. → Han kom på andra plats.
  Hon bor på 3:e våningen. → Hon bor på tredje våningen.
  ~Det är 4:e försöket. → Det är fjärde försöket.
  Det är den 21:a dagen. → Det är den tjugoförsta dagen.
  På 1800-talet var det annorlunda. → På artonhundratalet var det annorlunda.
  ~På 1990-talet var det annorlunda. → På nittonhundranittiotalet var det annorlunda.
  Karl XII var kung. → Karl den tolfte var kung. | Karl tolfte var kung.
  Gustav III var kung. → Gustav den tredje var kung. | Gustav tredje var kung.
  ~Ludvig XIV var kung. → Ludvig den fjortonde var kung. | Ludvig fjortonde var kung.
  Läs kapitel IV. → Läs kapitel fyra.
  Mötet är den 3 maj. → Mötet är den tredje maj.
  Hon föddes den 21 juni 1985. → Hon föddes den tjugoförsta juni nittonhundraåttiofem.
  ~Det var den 1 april. → Det var den första april.
  Datumet är 2024-07-01. → Datumet är första juli tjugohundratjugofyra. | Datumet är den första juli tjugohundratjugofyra. | Datumet är första juli tvåtusentjugofyra. | Datumet är den första juli tvåtusentjugofyra.
  Det hände 24/12 hemma. → Det hände tjugofjärde december hemma. | Det hände den tjugofjärde december hemma. | Det hände den tjugofjärde i tolfte hemma.
  Han är född 1998. → Han är född nittonhundranittioåtta.
  Det var år 1523. → Det var år femtonhundratjugotre.
  ~Det var år 2008. → Det var år tjugohundraåtta. | Det var år tvåtusenåtta.
  Det hände år 2024. → Det hände år tjugohundratjugofyra. | Det hände år tvåtusentjugofyra.
  Han dog 44 f.Kr. i Rom. → Han dog fyrtiofyra före Kristus i Rom.
  Tåget går kl. 14.30. → Tåget går klockan fjorton och trettio. | Tåget går klockan fjorton trettio.
  Vi ses kl. 8.05. → Vi ses klockan åtta och fem. | Vi ses klockan åtta noll fem. | Vi ses klockan åtta och noll fem.
  Klockan är 9:00 nu. → Klockan är nio nu. | Klockan är nio noll noll nu.
  ~Matchen börjar kl 20:15. → Matchen börjar klockan tjugo och femton. | Matchen börjar klockan tjugo femton.
  Läs sidorna 10–15. → Läs sidorna tio till femton.
  ~Kriget 1914–1918 var långt. → Kriget nittonhundrafjorton till nittonhundraarton var långt.
  Tillsätt 1/2 liter mjölk. → Tillsätt en halv liter mjölk.
  Ungefär 3/4 av alla kom. → Ungefär tre fjärdedelar av alla kom.
  ~Det är 2/3 kvar. → Det är två tredjedelar kvar.
  Ring 08-123 456 78. → Ring noll åtta ett två tre fyra fem sex sju åtta. | Ring noll åtta hundratjugotre fyrtiofem sextiosju åtta.
  ~Mitt nummer är 070-123 45 67. → Mitt nummer är noll sju noll ett två tre fyra fem sex sju. | Mitt nummer är noll sjuttio hundratjugotre fyrtiofem sextiosju.
  Ring +46 8 123 456 78. → Ring plus fyra sex åtta ett två tre fyra fem sex sju åtta. | Ring plus fyrtiosex åtta ett två tre fyra fem sex sju åtta.
  Se § 5. → Se paragraf fem.
  Han bor i hus nr 7. → Han bor i hus nummer sju.
  Berg & Söner säljer. → Berg och Söner säljer.
  ~Ämnet är #klimat. → Ämnet är hashtagg klimat. | Ämnet är hashtag klimat. | Ämnet är nummertecken klimat.
  Räkna 3 × 4 = 12. → Räkna tre gånger fyra är lika med tolv. | Räkna tre gånger fyra lika med tolv. | Räkna tre gånger fyra är tolv.
  Räkna 7 + 5 = 12. → Räkna sju plus fem är lika med tolv. | Räkna sju plus fem lika med tolv. | Räkna sju plus fem är tolv.
  ~Räkna 10 - 4 = 6. → Räkna tio minus fyra är lika med sex. | Räkna tio minus fyra lika med sex. | Räkna tio minus fyra är sex.
  Vi vet att 5 > 3. → Vi vet att fem är större än tre. | Vi vet att fem större än tre.
  Vi vet att 2 < 4. → Vi vet att två är mindre än fyra. | Vi vet att två mindre än fyra.
  Toleransen är ± 2 mm. → Toleransen är plus minus två millimeter. | Toleransen är plus eller minus två millimeter.
  Installera version 2.0.1. → Installera version två punkt noll punkt ett.
  ~Adressen är 192.168.0.1. → Adressen är ett nio två punkt ett sex åtta punkt noll punkt ett. | Adressen är hundranittiotvå punkt hundrasextioåtta punkt noll punkt ett. | Adressen är etthundranittiotvå punkt etthundrasextioåtta punkt noll punkt ett.
  Skriv till info@exempel.se snart. → Skriv till info snabel-a exempel punkt s e snart. | Skriv till info at exempel punkt s e snart. | Skriv till info snabel a exempel punkt s e snart.
  Besök www.exempel.se idag. → Besök w w w punkt exempel punkt s e idag.
  Frukt, t.ex. äpplen, är nyttigt. → Frukt, till exempel äpplen, är nyttigt.
  Äpplen, päron osv. är frukt. → Äpplen, päron och så vidare är frukt.
  ~Det är bl.a. bra. → Det är bland annat bra.
  Det är fel, dvs. inte sant. → Det är fel, det vill säga inte sant.
  Det är ca 20 personer. → Det är cirka tjugo personer.
  Böcker, pennor m.m. finns här. → Böcker, pennor med mera finns här.
  ~Se s. 12. → Se sidan tolv. | Se sida tolv.
  De vann med 2–1 igår. → De vann med två ett igår. | De vann med två till ett igår. | De vann med två mot ett igår.
  Jag åkte s.k. tåg. → Jag åkte så kallat tåg. | Jag åkte så kallad tåg. | Jag åkte så kallade tåg.
  ~Paketet väger 1,25 kg. → Paketet väger ett komma tjugofem kilogram. | Paketet väger ett komma två fem kilogram. | Paketet väger ett komma tjugofem kilo.
  ~Hyran höjs till 7 800 kr. → Hyran höjs till sju tusen åtta hundra kronor. | Hyran höjs till sjutusen åttahundra kronor. | Hyran höjs till sjutusenåttahundra kronor.
  ~Affären öppnar kl. 7.45. → Affären öppnar klockan sju och fyrtiofem. | Affären öppnar klockan sju fyrtiofem.
  ~Den 1 januari 2026 är en torsdag. → Den första januari tjugohundratjugosex är en torsdag. | Den första januari tvåtusentjugosex är en torsdag. | Den första januari tvåtusen tjugosex är en torsdag.
  ~Mötet tar 90 min. i dag. → Mötet tar nittio minuter i dag.
  ~Älven är 520 km lång. → Älven är fem hundra tjugo kilometer lång. | Älven är femhundratjugo kilometer lång.
  ~Ungefär 1/3 av folket kom. → Ungefär en tredjedel av folket kom.
  ~Det är 3/4 kvar. → Det är tre fjärdedelar kvar.
  ~Det är -17 °C ute. → Det är minus sjutton grader Celsius ute.
  ~Han sprang 100 m på 9,8 s. → Han sprang hundra meter på nio komma åtta sekunder. | Han sprang ett hundra meter på nio komma åtta sekunder.
  ~Bilen kör i 90 km/h. → Bilen kör i nittio kilometer i timmen. | Bilen kör i nittio kilometer per timme.
  ~Karl XVI Gustaf är kung. → Karl den sextonde Gustaf är kung.
  ~Gustav II Adolf stupade. → Gustav den andre Adolf stupade.
  ~År 1789 kom revolutionen. → År sjuttonhundraåttionio kom revolutionen. | År sjutton hundra åttionio kom revolutionen.
  ~Det står 3–1 till AIK. → Det står tre ett till AIK. | Det står tre till ett till AIK.
  ~Börsen föll 1,7 %. → Börsen föll ett komma sju procent. | Börsen föll en komma sju procent.
  ~Rummet är 4 x 5 m. → Rummet är fyra gånger fem meter.
  ~Det är 2:a gången. → Det är andra gången.
  ~Hon är 1,68 m lång. → Hon är ett komma sextioåtta meter lång. | Hon är ett komma sex åtta meter lång. | Hon är en meter och sextioåtta lång. | Hon är en komma sextioåtta meter lång.
  ~Nästan 1,5 miljoner såg det. → Nästan ett komma fem miljoner såg det. | Nästan en komma fem miljoner såg det. | Nästan en och en halv miljoner såg det.
  ~Se s. 214 för mer. → Se sidan två hundra fjorton för mer. | Se sidan tvåhundrafjorton för mer.
  ~Läs kap. 7 till i morgon. → Läs kapitel sju till i morgon.
  ~Frukt, bröd m.m. finns. → Frukt, bröd med mera finns.
  ~Det är t.ex. så. → Det är till exempel så.
  ~Han kom bl.a. för maten. → Han kom bland annat för maten.
  ~Ring 08-545 600 20 i dag. → Ring noll åtta fem fyra fem sex noll noll två noll i dag.
  ~Konserten är den 12/6. → Konserten är den tolfte juni. | Konserten är den tolfte i sjätte.
  ~Hon bodde där 2019–2023. → Hon bodde där tjugohundranitton till tjugohundratjugotre. | Hon bodde där tvåtusennitton till tvåtusentjugotre. | Hon bodde där tvåtusen nitton till tvåtusen tjugotre.
  ~Köp 5 dl mjölk. → Köp fem deciliter mjölk.
  ~Repet är 7 mm tjockt. → Repet är sju millimeter tjockt.
  ~Filen är 750 kB. → Filen är sju hundra femtio kilobyte. | Filen är sjuhundrafemtio kilobyte.
  ~Tomten är 620 m². → Tomten är sex hundra tjugo kvadratmeter. | Tomten är sexhundratjugo kvadratmeter.
  ~Dr Berg tar emot. → Doktor Berg tar emot.
  ~Prof. Lind talar. → Professor Lind talar.
  ~Berg & Son stänger. → Berg och Son stänger.
  ~2 + 3 = 5 är lätt. → två plus tre är lika med fem är lätt. | två plus tre lika med fem är lätt.
  ~7 × 8 = 56 också. → sju gånger åtta är lika med femtiosex också. | sju gånger åtta lika med femtiosex också.
  ~Tåget är 5 min sent. → Tåget är fem minuter sent.
  ~E4 är avstängd. → E fyra är avstängd.
  ~Det står i § 5. → Det står i paragraf fem.
  ~Priset sjönk från 1 299 till 999 kr. → Priset sjönk från ett tusen två hundra nittionio till nio hundra nittionio kronor. | Priset sjönk från ettusentvåhundranittionio till niohundranittionio kronor. | Priset sjönk från tusen två hundra nittionio till nio hundra nittionio kronor. | Priset sjönk från tusentvåhundranittionio till niohundranittionio kronor. | Priset sjönk från ettusen tvåhundranittionio till niohundranittionio kronor.
  ~Det kom 50–60 gäster. → Det kom femtio till sextio gäster.
  ~Kaffet kostar 35 kr. → Kaffet kostar trettiofem kronor.
  ~Det kostar 19,90 kr. → Det kostar nitton kronor och nittio öre. | Det kostar nitton och nittio. | Det kostar nitton kronor nittio öre.
  ~Det kostar $20 där. → Det kostar tjugo dollar där.
  ~Skriv till info@foretag.se nu. → Skriv till info snabel-a foretag punkt s e nu. | Skriv till info snabel a foretag punkt s e nu.
  ~Vi ses kl. 18. → Vi ses klockan arton. | Vi ses klockan arton noll noll.
  ~Vi ses 18:30. → Vi ses arton och trettio. | Vi ses arton trettio.
  ~Jag har 1 hund. → Jag har en hund. | Jag har ett hund.
  ~Hon är 21 år. → Hon är tjugoett år. | Hon är tjugo ett år.
  ~Det tar ca 20 min. → Det tar cirka tjugo minuter.
  ~Han fick 1:a pris. → Han fick första pris. | Han fick förstapris.
  ~Dagens nr 3 är slut. → Dagens nummer tre är slut.
  ~Ca 80 %, dvs. 4/5, är klart. → Cirka åttio procent, det vill säga fyra femtedelar, är klart.
  ~Flyget tar 2 h 30 min. → Flyget tar två timmar trettio minuter. | Flyget tar två timmar och trettio minuter.
  ~Det är 5 st. kvar. → Det är fem stycken kvar.
  ~Vattnet är 4 °C. → Vattnet är fyra grader Celsius.
`);
