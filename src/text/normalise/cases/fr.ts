/**
 * French of France: Lexique des règles typographiques en usage à l'Imprimerie nationale, Académie française
 * (spelling of numerals), CLDR `fr`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Mᵐᵉ Durand et le Dʳ Paul sont là. → madame Durand et le docteur Paul sont là. | Madame Durand et le docteur Paul sont là.
  Il fait -5 degrés. → Il fait moins cinq degrés.
  Il fait −12 °C ce matin. → Il fait moins douze degrés Celsius ce matin.
  ~Il fera +3 °C demain. → Il fera plus trois degrés Celsius demain.
  La note est de 2,5. → La note est de deux virgule cinq.
  Le taux est de 0,75. → Le taux est de zéro virgule soixante-quinze.
  Pi vaut 3,14. → Pi vaut trois virgule quatorze.
  ~Le résultat est 2,05. → Le résultat est deux virgule zéro cinq.
  La ville compte 25 000 habitants. → La ville compte vingt-cinq mille habitants.
  Il y a 1 234 567 abonnés. → Il y a un million deux cent trente-quatre mille cinq cent soixante-sept abonnés.
  ~Elle gagne 12.500 points. → Elle gagne douze mille cinq cents points.
  Il a 71 ans. → Il a soixante et onze ans.
  Elle a 80 ans. → Elle a quatre-vingts ans.
  Il reste 92 pages. → Il reste quatre-vingt-douze pages.
  ~Il reste 200 places. → Il reste deux cents places.
  Les prix montent de 3 %. → Les prix montent de trois pour cent.
  Il y a 12,5% de chômeurs. → Il y a douze virgule cinq pour cent de chômeurs.
  ~Le taux est de 5 ‰ environ. → Le taux est de cinq pour mille environ.
  Cela coûte 5 €. → Cela coûte cinq euros.
  Le livre coûte 12,50 €. → Le livre coûte douze euros cinquante. | Le livre coûte douze euros et cinquante centimes. | Le livre coûte douze euros cinquante centimes.
  Le pain coûte 1 € ici. → Le pain coûte un euro ici.
  ~Le total est de 1 299,99 €. → Le total est de mille deux cent quatre-vingt-dix-neuf euros quatre-vingt-dix-neuf. | Le total est de mille deux cent quatre-vingt-dix-neuf euros et quatre-vingt-dix-neuf centimes. | Le total est de mille deux cent quatre-vingt-dix-neuf euros quatre-vingt-dix-neuf centimes.
  Il a payé 100 $ pour ça. → Il a payé cent dollars pour ça.
  Il a payé $50 hier. → Il a payé cinquante dollars hier.
  Le projet coûte 2 M€. → Le projet coûte deux millions d’euros.
  Il a reçu 20 £ hier. → Il a reçu vingt livres sterling hier. | Il a reçu vingt livres hier.
  ~Le café coûte 0,80 € ici. → Le café coûte quatre-vingts centimes ici. | Le café coûte zéro euro quatre-vingts ici.
  Il a 3 millions d'euros. → Il a trois millions d'euros.
  La route fait 15 km. → La route fait quinze kilomètres.
  On roule à 130 km/h ici. → On roule à cent trente kilomètres-heure ici. | On roule à cent trente kilomètres par heure ici. | On roule à cent trente kilomètres à l’heure ici.
  Il mesure 1,80 m. → Il mesure un mètre quatre-vingts. | Il mesure un virgule quatre-vingts mètre. | Il mesure un mètre quatre-vingt. | Il mesure un virgule quatre-vingt mètre.
  ~Ajoutez 250 g de farine. → Ajoutez deux cent cinquante grammes de farine.
  L'appartement fait 85 m². → L'appartement fait quatre-vingt-cinq mètres carrés.
  Le réservoir contient 60 l. → Le réservoir contient soixante litres.
  Il pèse 1 kg. → Il pèse un kilogramme. | Il pèse un kilo.
  Il faut 21 minutes. → Il faut vingt et une minutes.
  ~Le fichier fait 20 Mo. → Le fichier fait vingt mégaoctets.
  L'angle est de 45°. → L'angle est de quarante-cinq degrés.
  C'est le 1er mai. → C'est le premier mai.
  C'est la 1re fois. → C'est la première fois.
  ~Voici la 2e partie. → Voici la deuxième partie. | Voici la seconde partie.
  Il habite au 3e étage. → Il habite au troisième étage.
  C'est le 21ᵉ jour. → C'est le vingt et unième jour.
  Au XIXe siècle, on voyageait peu. → Au dix-neuvième siècle, on voyageait peu.
  ~Au XXIᵉ siècle, tout change. → Au vingt et unième siècle, tout change.
  Louis XIV régnait. → Louis quatorze régnait.
  François Ier régnait. → François premier régnait.
  Lisez le chapitre IV. → Lisez le chapitre quatre.
  Le rendez-vous est le 24/12/2023. → Le rendez-vous est le vingt-quatre décembre deux mille vingt-trois.
  ~Il est né le 01/07/1985. → Il est né le premier juillet mille neuf cent quatre-vingt-cinq. | Il est né le premier juillet dix-neuf cent quatre-vingt-cinq.
  Il est né le 15 mars 1848. → Il est né le quinze mars mille huit cent quarante-huit. | Il est né le quinze mars dix-huit cent quarante-huit.
  La date est 2024-07-01. → La date est premier juillet deux mille vingt-quatre. | La date est le premier juillet deux mille vingt-quatre.
  Il est né en 1998. → Il est né en mille neuf cent quatre-vingt-dix-huit. | Il est né en dix-neuf cent quatre-vingt-dix-huit.
  C'était en 2008. → C'était en deux mille huit.
  ~C'était en 1789. → C'était en mille sept cent quatre-vingt-neuf. | C'était en dix-sept cent quatre-vingt-neuf.
  Il est mort en 52 av. J.-C. à Rome. → Il est mort en cinquante-deux avant Jésus-Christ à Rome.
  Le train part à 14 h 30. → Le train part à quatorze heures trente.
  Le train part à 8h05. → Le train part à huit heures cinq. | Le train part à huit heures zéro cinq.
  Rendez-vous à 9 h demain. → Rendez-vous à neuf heures demain.
  ~Il est 21:15. → Il est vingt et une heures quinze.
  Il est 1 h du matin. → Il est une heure du matin.
  Ouvert de 9h à 17h30. → Ouvert de neuf heures à dix-sept heures trente.
  Lisez les pages 10-15. → Lisez les pages dix à quinze.
  ~La guerre de 1914-1918 fut longue. → La guerre de mille neuf cent quatorze à mille neuf cent dix-huit fut longue. | La guerre de dix-neuf cent quatorze à dix-neuf cent dix-huit fut longue.
  Ajoutez 1/2 litre de lait. → Ajoutez un demi litre de lait. | Ajoutez un demi-litre de lait.
  Les 3/4 des gens. → Les trois quarts des gens.
  ~Il reste 2/3 du gâteau. → Il reste deux tiers du gâteau.
  Appelez le 01 23 45 67 89. → Appelez le zéro un vingt-trois quarante-cinq soixante-sept quatre-vingt-neuf.
  ~Mon numéro est le 06.12.34.56.78. → Mon numéro est le zéro six douze trente-quatre cinquante-six soixante-dix-huit.
  Faites le +33 1 23 45 67 89. → Faites le plus trente-trois un vingt-trois quarante-cinq soixante-sept quatre-vingt-neuf.
  Voir le § 5. → Voir le paragraphe cinq.
  Prenez le bus n° 7. → Prenez le bus numéro sept.
  Le prix Nº 1 est à lui. → Le prix numéro un est à lui.
  Dupont & Fils livrent. → Dupont et Fils livrent.
  ~Le sujet est #climat. → Le sujet est hashtag climat. | Le sujet est dièse climat. | Le sujet est mot-dièse climat.
  Calculez 3 × 4 = 12. → Calculez trois fois quatre égale douze. | Calculez trois fois quatre égal douze. | Calculez trois multiplié par quatre égale douze.
  Calculez 7 + 5 = 12. → Calculez sept plus cinq égale douze. | Calculez sept plus cinq égal douze.
  ~Calculez 10 - 4 = 6. → Calculez dix moins quatre égale six. | Calculez dix moins quatre égal six.
  On sait que 5 > 3. → On sait que cinq supérieur à trois. | On sait que cinq est supérieur à trois. | On sait que cinq est plus grand que trois.
  On sait que 2 < 4. → On sait que deux inférieur à quatre. | On sait que deux est inférieur à quatre. | On sait que deux est plus petit que quatre.
  La tolérance est de ± 2 mm. → La tolérance est de plus ou moins deux millimètres.
  ~Calculez 20 ÷ 4 = 5. → Calculez vingt divisé par quatre égale cinq. | Calculez vingt divisé par quatre égal cinq.
  Installez la version 2.0.1. → Installez la version deux point zéro point un.
  L'adresse est 192.168.0.1. → L'adresse est cent quatre-vingt-douze point cent soixante-huit point zéro point un. | L'adresse est un neuf deux point un six huit point zéro point un.
  Écrivez à info@exemple.fr vite. → Écrivez à info arobase exemple point f r vite.
  Visitez www.exemple.fr vite. → Visitez w w w point exemple point f r vite. | Visitez trois w point exemple point f r vite.
  ~Le site est https://exemple.fr/aide ici. → Le site est h t t p s deux-points slash slash exemple point f r slash aide ici. | Le site est exemple point f r slash aide ici. | Le site est h t t p s deux points barre oblique barre oblique exemple point f r barre oblique aide ici. | Le site est exemple point f r barre oblique aide ici.
  Des fruits, p. ex. des pommes. → Des fruits, par exemple des pommes.
  Des pommes, des poires, etc. sont là. → Des pommes, des poires, et cetera sont là.
  M. Dupont arrive. → Monsieur Dupont arrive.
  Mme Dupont et Mlle Durand. → Madame Dupont et Mademoiselle Durand.
  ~Le Dr Martin est là. → Le docteur Martin est là.
  C'est faux, c.-à-d. inexact. → C'est faux, c'est-à-dire inexact.
  Voir p. 12. → Voir page douze.
  Il habite 12 bd Voltaire. → Il habite douze boulevard Voltaire.
  ~Il y a env. 20 personnes. → Il y a environ vingt personnes.
  Le score est de 2-1. → Le score est de deux à un.
  Il a 1 frère et 2 sœurs. → Il a un frère et deux sœurs.
  Les années 90 sont loin. → Les années quatre-vingt-dix sont loin.
  ~Une note de 15/20 suffit. → Une note de quinze sur vingt suffit.
  Le rendez-vous est mar. 26/11. → Le rendez-vous est mardi vingt-six novembre.
  Les 17/18 juin, tout est fermé. → Les dix-sept dix-huit juin, tout est fermé.
  Il habite au 12 av. Foch. → Il habite au douze avenue Foch.
  Cela prend 3,2 s. → Cela prend trois virgule deux secondes.
  ~Le colis pèse 1,25 kg. → Le colis pèse un virgule vingt-cinq kilogramme. | Le colis pèse un virgule vingt-cinq kilo.
  ~Le loyer passe à 780 € par mois. → Le loyer passe à sept cent quatre-vingts euros par mois.
  ~Le magasin ouvre à 7h45. → Le magasin ouvre à sept heures quarante-cinq.
  ~Le 1er janvier 2026 est férié. → Le premier janvier deux mille vingt-six est férié.
  ~La séance dure 90 min en tout. → La séance dure quatre-vingt-dix minutes en tout.
  ~Ce fleuve fait 2 850 km. → Ce fleuve fait deux mille huit cent cinquante kilomètres.
  ~Environ 1/3 des gens sont venus. → Environ un tiers des gens sont venus.
  ~Il reste 3/8 du gâteau. → Il reste trois huitièmes du gâteau.
  ~Il fait -17 °C dehors. → Il fait moins dix-sept degrés Celsius dehors.
  ~Il a couru 100 m en 9,8 s. → Il a couru cent mètres en neuf virgule huit secondes.
  ~La voiture roule à 90 km/h. → La voiture roule à quatre-vingt-dix kilomètres par heure. | La voiture roule à quatre-vingt-dix kilomètres heure. | La voiture roule à quatre-vingt-dix kilomètres à l'heure.
  ~Louis XIV régna longtemps. → Louis quatorze régna longtemps.
  ~François Ier aimait l'art. → François premier aimait l'art.
  ~Au XXIe siècle, tout change. → Au vingt et unième siècle, tout change.
  ~En 1789, tout a changé. → En mille sept cent quatre-vingt-neuf, tout a changé. | En dix-sept cent quatre-vingt-neuf, tout a changé.
  ~Les années 80 reviennent. → Les années quatre-vingts reviennent. | Les années quatre-vingt reviennent.
  ~Le score est de 3-1. → Le score est de trois à un. | Le score est de trois un.
  ~Le CAC a perdu 1,7 %. → Le CAC a perdu un virgule sept pour cent.
  ~La pièce mesure 4 x 5 m. → La pièce mesure quatre fois cinq mètres. | La pièce mesure quatre sur cinq mètres.
  ~C'est la 2e fois. → C'est la deuxième fois.
  ~Elle mesure 1,68 m. → Elle mesure un mètre soixante-huit. | Elle mesure un virgule soixante-huit mètre.
  ~Près de 1,5 million de personnes. → Près de un virgule cinq million de personnes. | Près d'un virgule cinq million de personnes.
  ~L'État verse 12 Md€ de plus. → L'État verse douze milliards d'euros de plus.
  ~Voir p. 214 pour la suite. → Voir page deux cent quatorze pour la suite.
  ~Lisez le chap. 7 demain. → Lisez le chapitre sept demain.
  ~M. Dupont est absent. → Monsieur Dupont est absent.
  ~Mme Leroy et Mlle Petit arrivent. → Madame Leroy et mademoiselle Petit arrivent.
  ~Le Dr Blanc consulte. → Le docteur Blanc consulte.
  ~Il est né en avr. 1990. → Il est né en avril mille neuf cent quatre-vingt-dix.
  ~Mon numéro est le 06 12 34 56 78. → Mon numéro est le zéro six douze trente-quatre cinquante-six soixante-dix-huit.
  ~Le concert est le 12/06 à 20h. → Le concert est le douze juin à vingt heures.
  ~De 2019 à 2023, elle y vivait. → De deux mille dix-neuf à deux mille vingt-trois, elle y vivait.
  ~La saison 2023-2024 fut belle. → La saison deux mille vingt-trois deux mille vingt-quatre fut belle. | La saison deux mille vingt-trois à deux mille vingt-quatre fut belle.
  ~La salle a 1 101 places. → La salle a mille cent une places. | La salle a mille cent un places.
  ~Il y a 21 maisons. → Il y a vingt et une maisons. | Il y a vingt et un maisons.
  ~Achetez 0,5 l de lait. → Achetez zéro virgule cinq litre de lait.
  ~La corde fait 7 mm. → La corde fait sept millimètres.
  ~Le fichier pèse 750 Ko. → Le fichier pèse sept cent cinquante kilooctets. | Le fichier pèse sept cent cinquante kilo-octets.
  ~Le disque fait 2 To. → Le disque fait deux téraoctets.
  ~Le terrain fait 620 m². → Le terrain fait six cent vingt mètres carrés.
  ~J'habite 8, av. Foch. → J'habite huit, avenue Foch.
  ~La rue St Jacques est longue. → La rue saint Jacques est longue.
  ~Dupont & Fils ferme. → Dupont et Fils ferme.
  ~2 + 3 = 5, c'est facile. → deux plus trois égale cinq, c'est facile.
  ~7 × 8 = 56 aussi. → sept fois huit égale cinquante-six aussi.
  ~12 ÷ 4 = 3 aussi. → douze divisé par quatre égale trois aussi.
  ~Le train a 5 min de retard. → Le train a cinq minutes de retard.
  ~Dès 18 ans. → Dès dix-huit ans.
  ~L'A7 est fermée. → L'A sept est fermée.
  ~L'art. 5 le prévoit. → L'article cinq le prévoit.
  ~Le prix passe de 1 299 à 999 €. → Le prix passe de mille deux cent quatre-vingt-dix-neuf à neuf cent quatre-vingt-dix-neuf euros.
  ~Il y avait 50-60 invités. → Il y avait cinquante à soixante invités.
  ~Elle gagne 3 400 € brut. → Elle gagne trois mille quatre cents euros brut.
  ~Comptez 15 à 20 € par personne. → Comptez quinze à vingt euros par personne.
  ~Le café coûte 1,50 €. → Le café coûte un euro cinquante. | Le café coûte un euro cinquante centimes.
  ~Il est 17h05. → Il est dix-sept heures cinq. | Il est dix-sept heures zéro cinq.
  ~Ouvert 24h/24. → Ouvert vingt-quatre heures sur vingt-quatre.
  ~Écrivez à contact@societe.fr. → Écrivez à contact arobase societe point f r.
  ~Il reste 80 %, soit 4/5. → Il reste quatre-vingts pour cent, soit quatre cinquièmes. | Il reste quatre-vingt pour cent, soit quatre cinquièmes.
`);
