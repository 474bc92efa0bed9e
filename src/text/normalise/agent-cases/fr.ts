/** French, as language models write it for voice agents (see `en.ts` there). */
import { casesOf } from '../cases/case.ts';

export const cases = casesOf(String.raw`
  Voici vos options :⏎- **Basique** : 9,99 €/mois⏎- **Pro** : 19,99 €/mois → Voici vos options⏎Basique : neuf euros quatre-vingt-dix-neuf par mois⏎Pro : dix-neuf euros quatre-vingt-dix-neuf par mois | Voici vos options⏎Basique : neuf euros quatre-vingt-dix-neuf centimes par mois⏎Pro : dix-neuf euros quatre-vingt-dix-neuf centimes par mois
  ## Résumé⏎Tout fonctionne. → Résumé⏎Tout fonctionne.
  1. Ouvrez l'application⏎2. Touchez *Compte*⏎3. C'est fait ! → un, Ouvrez l'application⏎deux, Touchez Compte⏎trois, C'est fait !
  | Offre | Prix |⏎|---|---|⏎| Mini | 5 € |⏎| Maxi | 10 € | → Offre, Prix⏎Mini, cinq euros⏎Maxi, dix euros
  Votre numéro de commande est le 4821390. → Votre numéro de commande est le quatre huit deux un trois neuf zéro. | Votre numéro de commande est le quatre millions huit cent vingt et un mille trois cent quatre-vingt-dix.
  Votre code est 739 104. → Votre code est sept trois neuf un zéro quatre. | Votre code est sept cent trente-neuf cent quatre. | Votre code est sept cent trente-neuf mille cent quatre.
  Appelez le 01 42 68 53 00. → Appelez le zéro un quarante-deux soixante-huit cinquante-trois zéro zéro.
  Notre numéro est le +33 1 23 45 67 89. → Notre numéro est le plus trente-trois un vingt-trois quarante-cinq soixante-sept quatre-vingt-neuf.
  Envoyez un message à anne.martin@exemple.fr. → Envoyez un message à anne point martin arobase exemple point f r.
  Rendez-vous sur www.exemple.fr/aide. → Rendez-vous sur w w w point exemple point f r slash aide. | Rendez-vous sur w w w point exemple point f r barre oblique aide.
  Consultez [notre page d'aide](https://exemple.fr/aide?id=5). → Consultez notre page d'aide.
  Votre rendez-vous est le mar. 4 mars à 14h30. → Votre rendez-vous est le mardi quatre mars à quatorze heures trente.
  Nous sommes ouverts du lun. au ven., de 9h à 17h. → Nous sommes ouverts du lundi au vendredi, de neuf heures à dix-sept heures.
  Le train part à 9 h 05. → Le train part à neuf heures cinq. | Le train part à neuf heures zéro cinq.
  Fermeture à 21:00. → Fermeture à vingt et une heures.
  À payer avant le 31/01/2025. → À payer avant le trente et un janvier deux mille vingt-cinq.
  Livraison le 1er avril. → Livraison le premier avril.
  Votre solde est de -42,50 €. → Votre solde est de moins quarante-deux euros cinquante. | Votre solde est de moins quarante-deux euros cinquante centimes.
  Cela fait 1 249,99 € TTC. → Cela fait mille deux cent quarante-neuf euros quatre-vingt-dix-neuf T T C. | Cela fait mille deux cent quarante-neuf euros quatre-vingt-dix-neuf toutes taxes comprises. | Cela fait mille deux cent quarante-neuf euros quatre-vingt-dix-neuf centimes T T C.
  Vous économisez env. 15 %. → Vous économisez environ quinze pour cent.
  Il pèse 2,5 kg. → Il pèse deux virgule cinq kilogrammes. | Il pèse deux virgule cinq kilos.
  Il fait -3 °C avec un vent de 20 km/h. → Il fait moins trois degrés Celsius avec un vent de vingt kilomètres par heure. | Il fait moins trois degrés Celsius avec un vent de vingt kilomètres heure. | Il fait moins trois degrés Celsius avec un vent de vingt kilomètres à l'heure.
  La livraison prend 3 à 5 jours ; comptez 3-5 jours en été. → La livraison prend trois à cinq jours ; comptez trois à cinq jours en été.
  Ajoutez 1/2 c. à café de sel. → Ajoutez un demi cuillère à café de sel. | Ajoutez une demi cuillère à café de sel. | Ajoutez une demie cuillère à café de sel.
  Vous êtes n° 2 dans la file. → Vous êtes numéro deux dans la file.
  Super ! 🎉 Votre réservation est confirmée ✅ → Super ! Votre réservation est confirmée
  Le vol AF1234 part de la porte B22. → Le vol A F douze trente-quatre part de la porte {B} vingt-deux. | Le vol A F un deux trois quatre part de la porte {B} vingt-deux. | Le vol A F mille deux cent trente-quatre part de la porte {B} vingt-deux.
  Notre adresse : 12 bis, av. Foch, 75008 Paris. → Notre adresse : douze bis, avenue Foch, soixante-quinze mille huit Paris. | Notre adresse : douze bis, avenue Foch, sept cinq zéro zéro huit Paris. | Notre adresse : douze bis, avenue Foch, soixante-quinze zéro zéro huit Paris.
  La carte se terminant par 4242 a été débitée. → La carte se terminant par quatre deux quatre deux a été débitée. | La carte se terminant par quarante-deux quarante-deux a été débitée. | La carte se terminant par quatre mille deux cent quarante-deux a été débitée.
  Avantages :⏎* rapide⏎* pas cher⏎Inconvénient :⏎* bruyant → Avantages⏎rapide⏎pas cher⏎Inconvénient⏎bruyant
  Un café et/ou un thé ? → Un café et ou un thé ? | Un café et slash ou un thé ?
  M. Durand et Mme Petit sont au 2e étage. → Monsieur Durand et Madame Petit sont au deuxième étage.
  Étape 1 : appuyez pendant 10 s. → Étape un : appuyez pendant dix secondes.
  Noté 4,8/5 par 1 200 clients. → Noté quatre virgule huit sur cinq par mille deux cents clients.
  Le Dr Martin vous recevra au 3e, bd Voltaire. → Le docteur Martin vous recevra au troisième, boulevard Voltaire.
`);
