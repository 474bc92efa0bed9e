/**
 * Hungarian: A magyar helyesírás szabályai, 12. kiadás (számok, keltezés, rövidítések), Laczkó–Mártonfi: Helyesírás,
 * Magyarországi telefonszámok írása (MTA), CLDR `hu`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Most -5 fok van. → Most mínusz öt fok van.
  Ma −12 °C van kint. → Ma mínusz tizenkét Celsius-fok van kint. | Ma mínusz tizenkét fok Celsius van kint.
  ~Holnap +3 °C lesz itt. → Holnap plusz három Celsius-fok lesz itt. | Holnap plusz három fok Celsius lesz itt.
  Az érték 2,5. → Az érték kettő egész öt tized. | Az érték két egész öt tized.
  Az érték 0,75. → Az érték nulla egész hetvenöt század.
  A pi értéke 3,14. → A pi értéke három egész tizennégy század.
  ~Az eredmény 2,05. → Az eredmény kettő egész öt század. | Az eredmény két egész öt század.
  A városban 1 234 567 ember él. → A városban egymillió-kétszázharmincnégyezer-ötszázhatvanhét ember él. | A városban egymillió kétszázharmincnégyezer ötszázhatvanhét ember él.
  Eljött 25 000 ember. → Eljött huszonötezer ember.
  ~A cégnél 12.500 ember dolgozik. → A cégnél tizenkétezer-ötszáz ember dolgozik. | A cégnél tizenkétezer ötszáz ember dolgozik.
  Van 1 testvérem és 2 kutyám. → Van egy testvérem és két kutyám. | Van egy testvérem és kettő kutyám.
  Eljött 22 ember. → Eljött huszonkét ember. | Eljött huszonkettő ember.
  Ő 35 éves. → Ő harmincöt éves.
  ~A csapatban 11 játékos van. → A csapatban tizenegy játékos van.
  Az árak 3 %-kal nőttek. → Az árak három százalékkal nőttek.
  Ez 12,5% több. → Ez tizenkét egész öt tized százalék több. | Ez tizenkettő egész öt tized százalék több.
  Ez 25% az egészből. → Ez huszonöt százalék az egészből.
  ~Ez 5 ‰ csupán. → Ez öt ezrelék csupán.
  Ez 500 Ft. → Ez ötszáz forint.
  A könyv 2990 Ft volt. → A könyv kétezer-kilencszázkilencven forint volt. | A könyv kettőezer-kilencszázkilencven forint volt.
  Ez 5 € volt. → Ez öt euró volt.
  Ez 2 € volt. → Ez két euró volt. | Ez kettő euró volt.
  A könyv 12,50 € volt. → A könyv tizenkét euró ötven cent volt. | A könyv tizenkét euró és ötven cent volt. | A könyv tizenkettő euró ötven cent volt.
  ~A jegy 1.299 Ft volt. → A jegy ezerkétszázkilencvenkilenc forint volt. | A jegy egyezer-kétszázkilencvenkilenc forint volt.
  Kifizetett $100 összeget. → Kifizetett száz dollár összeget.
  Ez 20 USD volt. → Ez húsz amerikai dollár volt. | Ez húsz dollár volt. | Ez húsz USA-dollár volt.
  A ház 40 millió Ft volt. → A ház negyven millió forint volt. | A ház negyvenmillió forint volt.
  Még 15 km van hátra. → Még tizenöt kilométer van hátra.
  A sebesség 120 km/h itt. → A sebesség százhúsz kilométer per óra itt. | A sebesség százhúsz kilométer óránként itt. | A sebesség százhúsz kilométer per h itt.
  A fal 2 m magas. → A fal két méter magas. | A fal kettő méter magas.
  ~Adj hozzá 250 g lisztet. → Adj hozzá kétszázötven gramm lisztet. | Adj hozzá kettőszázötven gramm lisztet.
  A lakás 85 m² nagy. → A lakás nyolcvanöt négyzetméter nagy.
  A tank 60 l vizet tárol. → A tank hatvan liter vizet tárol.
  Ez 1 kg. → Ez egy kilogramm. | Ez egy kiló.
  ~A fájl 20 MB. → A fájl húsz megabájt. | A fájl húsz megabyte.
  A szög 45°. → A szög negyvenöt fok.
  Hozz 10 dkg sajtot. → Hozz tíz dekagramm sajtot. | Hozz tíz deka sajtot.
  Ez az 1. nap. → Ez az első nap.
  Ez a 2. kísérlet. → Ez a második kísérlet.
  A 3. emeleten lakik. → A harmadik emeleten lakik.
  ~Ez az 5. fejezet. → Ez az ötödik fejezet.
  Ez a 21. század. → Ez a huszonegyedik század.
  Ez volt a 100. nap. → Ez volt a századik nap.
  A XX. században élt. → A huszadik században élt.
  ~A XIX. században élt. → A tizenkilencedik században élt.
  IV. Béla volt a király. → Negyedik Béla volt a király.
  XIV. Lajos volt a király. → Tizennegyedik Lajos volt a király.
  ~II. Rákóczi Ferenc harcolt. → Második Rákóczi Ferenc harcolt.
  Ma május 3. van. → Ma május harmadika van. | Ma május harmadik van.
  Ma május 3-a van. → Ma május harmadika van.
  Ez május 1-jén volt. → Ez május elsején volt.
  ~Ez június 21-én volt. → Ez június huszonegyedikén volt.
  Ez 1848. március 15-én volt. → Ez ezernyolcszáznegyvennyolc március tizenötödikén volt. | Ez ezernyolcszáznegyvennyolcadik március tizenötödikén volt.
  A dátum 2024. 07. 01. volt. → A dátum kétezer-huszonnégy július elseje volt. | A dátum kettőezer-huszonnégy július elseje volt. | A dátum kétezer-huszonnégy július első volt.
  ~A dátum 2023.12.24. volt. → A dátum kétezer-huszonhárom december huszonnegyedike volt. | A dátum kettőezer-huszonhárom december huszonnegyedike volt.
  A dátum 2024-07-01 volt. → A dátum kétezer-huszonnégy július elseje volt. | A dátum kettőezer-huszonnégy július elseje volt.
  Ez 1998-ban volt. → Ez ezerkilencszázkilencvennyolcban volt.
  Ez 2008-ban volt. → Ez kétezer-nyolcban volt. | Ez kettőezer-nyolcban volt.
  ~Ez 1956-ban volt. → Ez ezerkilencszázötvenhatban volt.
  Rómában i. e. 44-ben halt meg. → Rómában időszámításunk előtt negyvennégyben halt meg.
  A vonat 14:30-kor indul. → A vonat tizennégy óra harminckor indul. | A vonat tizennégy harminckor indul. | A vonat tizennégy óra harminc perckor indul.
  Most 8:05 van. → Most nyolc óra öt perc van. | Most nyolc óra öt van. | Most nyolc nulla öt van.
  A film 20.15-kor kezdődik. → A film húsz óra tizenötkor kezdődik. | A film húsz tizenötkor kezdődik. | A film húsz óra tizenöt perckor kezdődik.
  ~Most 9:00 van. → Most kilenc óra van.
  Olvasd el a 10–15. oldalt. → Olvasd el a tíz–tizenötödik oldalt. | Olvasd el a tíztől tizenötödik oldalt. | Olvasd el a tizediktől tizenötödik oldalt. | Olvasd el a tizedik–tizenötödik oldalt. | Olvasd el a tizediktől a tizenötödik oldalt.
  Ez 5-6 napig tart. → Ez öt-hat napig tart. | Ez öt hat napig tart.
  ~Az 1914–1918 közötti háború. → Az ezerkilencszáztizennégy ezerkilencszáztizennyolc közötti háború. | Az ezerkilencszáztizennégytől ezerkilencszáztizennyolc közötti háború. | Az ezerkilencszáztizennégytől ezerkilencszáztizennyolcig közötti háború.
  Adj hozzá 1/2 liter tejet. → Adj hozzá fél liter tejet. | Adj hozzá egyketted liter tejet. | Adj hozzá egy ketted liter tejet.
  Eljött a 3/4 rész. → Eljött a háromnegyed rész. | Eljött a három negyed rész.
  A 3/5-e kész. → A háromötöde kész. | A három ötöde kész.
  ~Maradt 2/3 rész. → Maradt kétharmad rész. | Maradt két harmad rész. | Maradt kettő harmad rész.
  Hívja a 06 1 234 5678 számot. → Hívja a nulla hat egy kettő három négy öt hat hét nyolc számot.
  ~A számom +36 30 123 4567. → A számom plusz három hat három nulla egy kettő három négy öt hat hét. | A számom plusz harminchat harminc egy kettő három négy öt hat hét.
  Hívja a 112 számot. → Hívja a száztizenkettő számot. | Hívja a száztizenkét számot. | Hívja a egy egy kettő számot.
  Lásd a 5. §-t. → Lásd a ötödik paragrafust.
  A § fontos. → A paragrafus fontos.
  Ez a No. 7 jelű. → Ez a number hét jelű. | Ez a numero hét jelű. | Ez a szám hét jelű. | Ez a numeró hét jelű.
  ~A téma #klíma ma. → A téma hashtag klíma ma. | A téma kettőskereszt klíma ma. | A téma hesteg klíma ma.
  Kovács & Társa árul. → Kovács és Társa árul.
  Számold: 3 × 4 = 12. → Számold: háromszor négy egyenlő tizenkettő. | Számold: három szorozva négy egyenlő tizenkettő. | Számold: három szor négy egyenlő tizenkettő. | Számold: háromszor négy az tizenkettő.
  Számold: 7 + 5 = 12. → Számold: hét plusz öt egyenlő tizenkettő. | Számold: hét meg öt egyenlő tizenkettő.
  ~Számold: 10 - 4 = 6. → Számold: tíz mínusz négy egyenlő hat.
  Tudjuk, hogy 5 > 3. → Tudjuk, hogy öt nagyobb mint három. | Tudjuk, hogy öt nagyobb, mint három.
  Tudjuk, hogy 2 < 4. → Tudjuk, hogy kettő kisebb mint négy. | Tudjuk, hogy kettő kisebb, mint négy.
  A tűrés ± 2 mm. → A tűrés plusz-mínusz két milliméter. | A tűrés plusz mínusz két milliméter. | A tűrés plusz mínusz kettő milliméter.
  Telepítsd a 2.0.1 verziót. → Telepítsd a kettő pont nulla pont egy verziót.
  ~A cím 192.168.0.1. → A cím százkilencvenkettő pont százhatvannyolc pont nulla pont egy. | A cím egy kilenc kettő pont egy hat nyolc pont nulla pont egy.
  Írjon az info@pelda.hu címre. → Írjon az info kukac pelda pont hu címre. | Írjon az info kukac pelda pont h u címre.
  A www.pelda.hu oldal jó. → A w w w pont pelda pont hu oldal jó. | A w w w pont pelda pont h u oldal jó.
  Alma, körte stb. van itt. → Alma, körte satöbbi van itt. | Alma, körte és a többi van itt.
  Gyümölcs, pl. alma, egészséges. → Gyümölcs, például alma, egészséges.
  Kb. 20 ember jött. → Körülbelül húsz ember jött.
  Dr. Kovács jön. → Doktor Kovács jön.
  ~Ez ill. az jó. → Ez illetve az jó.
  Id. Szabó és ifj. Szabó. → Idősebb Szabó és ifjabb Szabó.
  ~Lásd a 12. old. alján. → Lásd a tizenkettedik oldal alján.
  A meccs 2–1 lett. → A meccs kettő egy lett. | A meccs kettő-egy lett.
  Ez a 90-es években volt. → Ez a kilencvenes években volt.
  ~A csomag 1,25 kg. → A csomag egy egész huszonöt század kilogramm. | A csomag egy egész huszonöt kilogramm.
  ~A bérleti díj 78 000 Ft. → A bérleti díj hetvennyolcezer forint.
  ~A bolt 7:45-kor nyit. → A bolt hét negyvenötkor nyit. | A bolt hét óra negyvenötkor nyit. | A bolt hét óra negyvenöt perckor nyit.
  ~2026. január 1-jén szünet lesz. → kétezer-huszonhat január elsején szünet lesz. | kétezerhuszonhat január elsején szünet lesz.
  ~Az ülés 90 perc. → Az ülés kilencven perc.
  ~A folyó 966 km hosszú. → A folyó kilencszázhatvanhat kilométer hosszú.
  ~Az emberek 1/3-a jött el. → Az emberek egyharmada jött el. | Az emberek egy harmada jött el.
  ~Kint -17 °C van. → Kint mínusz tizenhét Celsius fok van. | Kint mínusz tizenhét fok Celsius van.
  ~100 m-t futott. → száz métert futott.
  ~Az autó 90 km/h-val megy. → Az autó kilencven kilométer per órával megy. | Az autó kilencven kilométer óránkéntval megy. | Az autó kilencven kilométer per óraval megy.
  ~IV. Béla király volt. → negyedik Béla király volt.
  ~A XXI. század elején. → A huszonegyedik század elején.
  ~1848-ban forradalom volt. → ezernyolcszáznegyvennyolcban forradalom volt. | ezernyolcszáz-negyvennyolcban forradalom volt.
  ~A 80-as évek jók voltak. → A nyolcvanas évek jók voltak.
  ~3:1-re nyertek. → három egyre nyertek. | három az egyre nyertek.
  ~A tőzsde 1,7%-ot esett. → A tőzsde egy egész hét tized százalékot esett. | A tőzsde egy egész hét százalékot esett.
  ~Ez a 2. alkalom. → Ez a második alkalom.
  ~Lásd a 214. oldalt. → Lásd a kétszáztizennegyedik oldalt.
  ~Dr. Kovács rendel. → Doktor Kovács rendel.
  ~Almát, körtét stb. vett. → Almát, körtét satöbbi vett.
  ~Pl. ez is jó. → Például ez is jó.
  ~Hívja a 112-t. → Hívja a száztizenkettőt. | Hívja a egy egy kettőt. | Hívja a egy tizenkettőt.
  ~A számom 06 30 123 4567. → A számom nulla hat három nulla egy kettő három négy öt hat hét. | A számom nulla hat harminc egy kettő három négy öt hat hét. | A számom nulla hat harminc százhuszonhárom negyvenöt hatvanhét.
  ~2019 és 2023 között ott élt. → kétezer-tizenkilenc és kétezer-huszonhárom között ott élt. | kétezertizenkilenc és kétezerhuszonhárom között ott élt.
  ~Vegyél 2 l tejet. → Vegyél két liter tejet.
  ~A kötél 7 mm vastag. → A kötél hét milliméter vastag.
  ~A fájl 750 kB. → A fájl hétszázötven kilobájt.
  ~A telek 620 m². → A telek hatszázhúsz négyzetméter.
  ~2 + 3 = 5, ez könnyű. → kettő plusz három egyenlő öt, ez könnyű. | kettő meg három egyenlő öt, ez könnyű.
  ~A vonat 5 percet késik. → A vonat öt percet késik.
  ~50-60 vendég jött. → ötven hatvan vendég jött. | ötven-hatvan vendég jött. | ötventől hatvanig vendég jött.
  ~A kávé 850 Ft. → A kávé nyolcszázötven forint.
  ~Ez $20 ott. → Ez húsz dollár ott.
  ~Ez 21 € itt. → Ez huszonegy euró itt.
  ~Írjon az info@ceg.hu címre. → Írjon az info kukac ceg pont hu címre.
  ~Este 8-kor kezdődik. → Este nyolckor kezdődik.
  ~A repülés 2 óra 30 perc. → A repülés két óra harminc perc.
  ~21 éves vagyok. → huszonegy éves vagyok.
  ~2 kutyám van. → két kutyám van. | kettő kutyám van.
  ~A Petőfi u. 8. alatt lakik. → A Petőfi utca nyolc alatt lakik. | A Petőfi utca nyolcadik alatt lakik.
  ~Max. 50 fő fér be. → Maximum ötven fő fér be.
  ~Az 5. § szerint. → Az ötödik paragrafus szerint. | Az ötödik szakasz szerint.
  ~1 000 000 ember látta. → egymillió ember látta. | egy millió ember látta.
  ~1,5 millió forint. → egy egész öt tized millió forint. | másfél millió forint. | egy egész öt millió forint.
  ~A 4-es villamos jön. → A négyes villamos jön.
  ~A 7-es buszra szállj. → A hetes buszra szállj.
  ~5 db alma kell. → öt darab alma kell.
  ~Április 4-én ünnep. → Április negyedikén ünnep.
  ~Május 1. ünnep. → Május elseje ünnep. | Május egy ünnep. | Május első ünnep.
  ~2024. 05. 10-én volt. → kétezer-huszonnégy május tizedikén volt. | kétezerhuszonnégy május tizedikén volt.
  ~Az 1. hely az övé. → Az első hely az övé.
  ~10-ből 9 igen. → tízből kilenc igen.
  ~50%-kal olcsóbb. → ötven százalékkal olcsóbb.
  ~1 óra múlva jövök. → egy óra múlva jövök.
  ~3-4 nap kell. → három négy nap kell. | három-négy nap kell.
  ~A víz 4 °C. → A víz négy Celsius fok. | A víz négy fok Celsius.
  ~12 : 4 = 3. → tizenkettő osztva négy egyenlő három. | tizenkettő osztva néggyel egyenlő három.
  ~7 × 8 = 56. → hét szorozva nyolc egyenlő ötvenhat. | hétszer nyolc egyenlő ötvenhat. | hét szorozva nyolccal egyenlő ötvenhat.
`);
