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
`);
