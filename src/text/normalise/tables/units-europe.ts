/**
 * Names of units that `Intl` does not give, in the languages of Europe, the Caucasus and Turkey.
 *
 * Source: `units` (long names) of CLDR 46; the tonne without the word "metric", and a few names that CLDR has as symbols
 * only from the articles on the units in the Wikipedia of the language.
 */
import type { UnitRow } from './unit-columns.ts';

export const europeanUnits: Readonly<Record<string, UnitRow>> = {
  de: {
    small: 'Milligramm; Mikrogramm; Tonne/Tonnen; Dezimeter; Mikrometer; Nanometer',
    space:
      'Quadratmeter; Quadratkilometer; Quadratzentimeter; Kubikmeter; Kubikzentimeter; Zentiliter; Deziliter; Hektoliter',
    power: 'Kelvin; Watt; Kilowatt; Megawatt; Gigawatt; Kilowattstunde/Kilowattstunden; Volt; Ampere; Milliampere',
    others:
      'Hertz; Kilohertz; Megahertz; Gigahertz; Joule; Kilojoule; Kilokalorie/Kilokalorien; Pascal; Hektopascal; Bar; Newton; Pixel; Megapixel; Pferdestärke/Pferdestärken',
  },
  fr: {
    small:
      'milligramme/milligrammes; microgramme/microgrammes; tonne/tonnes; décimètre/décimètres; micromètre/micromètres; nanomètre/nanomètres',
    space:
      'mètre carré/mètres carrés; kilomètre carré/kilomètres carrés; centimètre carré/centimètres carrés; mètre cube/mètres cubes; centimètre cube/centimètres cubes; centilitre/centilitres; décilitre/décilitres; hectolitre/hectolitres',
    power:
      'kelvin/kelvins; watt/watts; kilowatt/kilowatts; mégawatt/mégawatts; gigawatt/gigawatts; kilowatt-heure/kilowatt-heures; volt/volts; ampère/ampères; milliampère/milliampères',
    others:
      'hertz; kilohertz; mégahertz; gigahertz; joule/joules; kilojoule/kilojoules; kilocalorie/kilocalories; pascal/pascals; hectopascal/hectopascals; bar/bars; newton/newtons; pixel/pixels; mégapixel/mégapixels; cheval-vapeur/chevaux-vapeur',
  },
  es: {
    small:
      'miligramo/miligramos; microgramo/microgramos; tonelada/toneladas; decímetro/decímetros; micrómetro/micrómetros; nanómetro/nanómetros',
    space:
      'metro cuadrado/metros cuadrados; kilómetro cuadrado/kilómetros cuadrados; centímetro cuadrado/centímetros cuadrados; metro cúbico/metros cúbicos; centímetro cúbico/centímetros cúbicos; centilitro/centilitros; decilitro/decilitros; hectolitro/hectolitros',
    power:
      'kelvin; vatio/vatios; kilovatio/kilovatios; megavatio/megavatios; gigavatio/gigavatios; kilovatio hora/kilovatios hora; voltio/voltios; amperio/amperios; miliamperio/miliamperios',
    others:
      'hercio/hercios; kilohercio/kilohercios; megahercio/megahercios; gigahercio/gigahercios; julio/julios; kilojulio/kilojulios; kilocaloría/kilocalorías; pascal/pascales; hectopascal/hectopascales; bar/bares; newton/newtons; píxel/píxeles; megapíxel/megapíxeles; caballo de vapor/caballos de vapor',
  },
  pt: {
    small:
      'miligrama/miligramas; micrograma/microgramas; tonelada/toneladas; decímetro/decímetros; micrômetro/micrômetros; nanômetro/nanômetros',
    space:
      'metro quadrado/metros quadrados; quilômetro quadrado/quilômetros quadrados; centímetro quadrado/centímetros quadrados; metro cúbico/metros cúbicos; centímetro cúbico/centímetros cúbicos; centilitro/centilitros; decilitro/decilitros; hectolitro/hectolitros',
    power:
      'kelvin/kelvins; watt/watts; quilowatt/quilowatts; megawatt/megawatts; gigawatt/gigawatts; quilowatt-hora/quilowatts-hora; volt/volts; ampere/amperes; miliampere/miliamperes',
    others:
      'hertz; kilohertz; megahertz; gigahertz; joule/joules; quilojoule/quilojoules; quilocaloria/quilocalorias; pascal/pascais; hectopascal/hectopascais; bar/bars; newton/newtons; pixel/pixels; megapixel/megapixels; cavalo-vapor/cavalos-vapor',
  },
  it: {
    small:
      'milligrammo/milligrammi; microgrammo/microgrammi; tonnellata/tonnellate; decimetro/decimetri; micrometro/micrometri; nanometro/nanometri',
    space:
      'metro quadrato/metri quadrati; chilometro quadrato/chilometri quadrati; centimetro quadrato/centimetri quadrati; metro cubo/metri cubi; centimetro cubo/centimetri cubi; centilitro/centilitri; decilitro/decilitri; ettolitro/ettolitri',
    power: 'Kelvin; watt; kilowatt; megawatt; gigawatt; chilowattora; volt; ampere; milliampere',
    others:
      'hertz; kilohertz; megahertz; gigahertz; joule; kilojoule; chilocaloria/chilocalorie; pascal; ettopascal; bar; newton; pixel; megapixel; cavallo vapore/cavalli vapore',
  },
  nl: {
    small: 'milligram; microgram; ton; decimeter; micrometer; nanometer',
    space:
      'vierkante meter; vierkante kilometer; vierkante centimeter; kubieke meter; kubieke centimeter; centiliter; deciliter; hectoliter',
    power: 'kelvin; watt; kilowatt; megawatt; gigawatt; kilowattuur; volt; ampère; milliampère',
    others:
      'hertz; kilohertz; megahertz; gigahertz; joule/joules; kilojoule/kilojoules; kilocalorie/kilocalorieën; pascal; hectopascal; bar; newton; pixel/pixels; megapixel/megapixels; paardenkracht/paardenkrachten',
  },
  sv: {
    small: 'milligram; mikrogram; ton; decimeter; mikrometer; nanometer',
    space:
      'kvadratmeter; kvadratkilometer; kvadratcentimeter; kubikmeter; kubikcentimeter; centiliter; deciliter; hektoliter',
    power: 'kelvin; watt; kilowatt; megawatt; gigawatt; kilowattimme/kilowattimmar; volt; ampere; milliampere',
    others:
      'hertz; kilohertz; megahertz; gigahertz; joule; kilojoule; kilokalori/kilokalorier; pascal; hektopascal; bar; newton; pixel/pixlar; megapixel/megapixlar; hästkraft/hästkrafter',
  },
  no: {
    small: 'milligram; mikrogram; tonn; desimeter; mikrometer; nanometer',
    space:
      'kvadratmeter; kvadratkilometer; kvadratcentimeter; kubikkmeter; kubikkcentimeter; centiliter; desiliter; hektoliter',
    power: 'kelvin; watt; kilowatt; megawatt; gigawatt; kilowattime/kilowattimer; volt; ampere; milliampere',
    others:
      'hertz; kilohertz; megahertz; gigahertz; joule; kilojoule; kilokalori/kilokalorier; pascal; hektopascal; bar; newton; piksel/piksler; megapiksel/megapiksler; hestekraft/hestekrefter',
  },
  da: {
    small: 'milligram; mikrogram; ton/tons; decimeter; mikrometer; nanometer',
    space:
      'kvadratmeter; kvadratkilometer; kvadratcentimeter; kubikmeter; kubikcentimeter; centiliter; deciliter; hektoliter',
    power: 'kelvin; watt; kilowatt; megawatt; gigawatt; kilowatt-time/kilowatt-timer; volt; ampere; milliampere',
    others:
      'hertz; kilohertz; megahertz; gigahertz; joule; kilojoule; kilokalorie/kilokalorier; pascal; hektopascal; bar; newton; pixel/pixels; megapixel/megapixels; hestekraft/hestekræfter',
  },
  fi: {
    small:
      'milligramma/milligrammaa; mikrogramma/mikrogrammaa; tonni/tonnia; desimetri/desimetriä; mikrometri/mikrometriä; nanometri/nanometriä',
    space:
      'neliömetri/neliömetriä; neliökilometri/neliökilometriä; neliösenttimetri/neliösenttimetriä; kuutiometri/kuutiometriä; kuutiosenttimetri/kuutiosenttimetriä; senttilitra/senttilitraa; desilitra/desilitraa; hehtolitra/hehtolitraa',
    power:
      'kelvin/kelviniä; watti/wattia; kilowatti/kilowattia; megawatti/megawattia; gigawatti/gigawattia; kilowattitunti/kilowattituntia; voltti/volttia; ampeeri/ampeeria; milliampeeri/milliampeeria',
    others:
      'hertsi/hertsiä; kilohertsi/kilohertsiä; megahertsi/megahertsiä; gigahertsi/gigahertsiä; joule/joulea; kilojoule/kilojoulea; kilokalori/kilokaloria; pascal/pascalia; hehtopascal/hehtopascalia; baari/baaria; newton/newtonia; pikseli/pikseliä; megapikseliä; hevosvoima/hevosvoimaa',
  },
  el: {
    small:
      'χιλιοστόγραμμο/χιλιοστόγραμμα; μικρογραμμάριο/μικρογραμμάρια; τόνος/τόνοι; δεκατόμετρο/δεκατόμετρα; μικρόμετρο/μικρόμετρα; νανόμετρο/νανόμετρα',
    space:
      'τετραγωνικό μέτρο/τετραγωνικά μέτρα; τετραγωνικό χιλιόμετρο/τετραγωνικά χιλιόμετρα; τετραγωνικό εκατοστό/τετραγωνικά εκατοστά; κυβικό μέτρο/κυβικά μέτρα; κυβικό εκατοστό/κυβικά εκατοστά; εκατοστόλιτρο/εκατοστόλιτρα; δεκατόλιτρο/δεκατόλιτρα; εκτόλιτρο/εκτόλιτρα',
    power:
      'βαθμός Κέλβιν/βαθμοί Κέλβιν; βατ; κιλοβάτ; μεγαβάτ; γιγαβάτ; κιλοβατώρα/κιλοβατώρες; βολτ; αμπέρ; μιλιαμπέρ',
    others:
      'χερτζ; κιλοχέρτζ; μεγαχέρτζ; γιγαχέρτζ; τζάουλ; κιλοτζάουλ; χιλιοθερμίδα/χιλιοθερμίδες; πασκάλ; εκτοπασκάλ; μπαρ; νιούτον; πίξελ; μεγαπίξελ; ίππος/ίπποι',
  },
  pl: {
    small:
      'miligram/miligramy/miligramów/miligrama; mikrogram/mikrogramy/mikrogramów/mikrograma; tona/tony/ton/tony; decymetr/decymetry/decymetrów/decymetra; mikrometr/mikrometry/mikrometrów/mikrometra; nanometr/nanometry/nanometrów/nanometra',
    space:
      'metr kwadratowy/metry kwadratowe/metrów kwadratowych/metra kwadratowego; kilometr kwadratowy/kilometry kwadratowe/kilometrów kwadratowych/kilometra kwadratowego; centymetr kwadratowy/centymetry kwadratowe/centymetrów kwadratowych/centymetra kwadratowego; metr sześcienny/metry sześcienne/metrów sześciennych/metra sześciennego; centymetr sześcienny/centymetry sześcienne/centymetrów sześciennych/centymetra sześciennego; centylitr/centylitry/centylitrów/centylitra; decylitr/decylitry/decylitrów/decylitra; hektolitr/hektolitry/hektolitrów/hektolitra',
    power:
      'kelwin/kelwiny/kelwinów/kelwina; wat/waty/watów/wata; kilowat/kilowaty/kilowatów/kilowata; megawat/megawaty/megawatów/megawata; gigawat/gigawaty/gigawatów/gigawata; kilowatogodzina/kilowatogodziny/kilowatogodzin/kilowatogodziny; wolt/wolty/woltów/wolta; amper/ampery/amperów/ampera; miliamper/miliampery/miliamperów/miliampera',
    others:
      'herc/herce/herców/herca; kiloherc/kiloherce/kiloherców/kiloherca; megaherc/megaherce/megaherców/megaherca; gigaherc/gigaherce/gigaherców/gigaherca; dżul/dżule/dżuli/dżula; kilodżul/kilodżule/kilodżuli/kilodżula; kilokaloria/kilokalorie/kilokalorii/kilokalorii; paskal/paskale/paskali/paskala; hektopaskal/hektopaskale/hektopaskali/hektopaskala; bar/bary/barów/bara; niuton/niutony/niutonów/niutona; piksel/piksele/pikseli/piksela; megapiksel/megapiksele/megapikseli/megapiksela; koń mechaniczny/konie mechaniczne/koni mechanicznych/konia mechanicznego',
  },
  ru: {
    small:
      'миллиграмм/миллиграмма/миллиграмм/миллиграмма; микрограмм/микрограмма/микрограмм/микрограмма; тонна/тонны/тонн/тонны; дециметр/дециметра/дециметров/дециметра; микрометр/микрометра/микрометров/микрометра; нанометр/нанометра/нанометров/нанометра',
    space:
      'квадратный метр/квадратных метра/квадратных метров/квадратного метра; квадратный километр/квадратных километра/квадратных километров/квадратного километра; квадратный сантиметр/квадратных сантиметра/квадратных сантиметров/квадратного сантиметра; кубический метр/кубических метра/кубических метров/кубического метра; кубический сантиметр/кубических сантиметра/кубических сантиметров/кубического сантиметра; сантилитр/сантилитра/сантилитров/сантилитра; децилитр/децилитра/децилитров/децилитра; гектолитр/гектолитра/гектолитров/гектолитра',
    power:
      'кельвин/кельвина/кельвинов/кельвина; ватт/ватта/ватт/ватта; киловатт/киловатта/киловатт/киловатта; мегаватт/мегаватта/мегаватт/мегаватта; гигаватт/гигаватта/гигаватт/гигаватта; киловатт-час/киловатт-часа/киловатт-часов/киловатт-часа; вольт/вольта/вольт/вольта; ампер/ампера/ампер/ампера; миллиампер/миллиампера/миллиампер/миллиампера',
    others:
      'герц/герца/герц/герца; килогерц/килогерца/килогерц/килогерца; мегагерц/мегагерца/мегагерц/мегагерца; гигагерц/гигагерца/гигагерц/гигагерца; джоуль/джоуля/джоулей/джоуля; килоджоуль/килоджоуля/килоджоулей/килоджоуля; килокалория/килокалории/килокалорий/килокалории; паскаль/паскаля/паскалей/паскаля; гектопаскаль/гектопаскаля/гектопаскалей/гектопаскаля; бар/бара/бар/бара; ньютон/ньютона/ньютонов/ньютона; пиксель/пикселя/пикселей/пикселя; мегапиксель/мегапикселя/мегапикселей/мегапикселя; лошадиная сила/лошадиные силы/лошадиных сил/лошадиной силы',
  },
  uk: {
    small:
      'міліграм/міліграми/міліграмів/міліграма; мікрограм/мікрограми/мікрограмів/мікрограма; тонна/тонни/тонн/тонни; дециметр/дециметри/дециметрів/дециметра; мікрометр/мікрометри/мікрометрів/мікрометра; нанометр/нанометри/нанометрів/нанометра',
    space:
      'квадратний метр/квадратні метри/квадратних метрів/квадратного метра; квадратний кілометр/квадратні кілометри/квадратних кілометрів/квадратного кілометра; квадратний сантиметр/квадратні сантиметри/квадратних сантиметрів/квадратного сантиметра; кубічний метр/кубічні метри/кубічних метрів/кубічного метра; кубічний сантиметр/кубічні сантиметри/кубічних сантиметрів/кубічного сантиметра; сантилітр/сантилітри/сантилітрів/сантилітра; децилітр/децилітри/децилітрів/децилітра; гектолітр/гектолітри/гектолітрів/гектолітра',
    power:
      'кельвін/кельвіни/кельвінів/кельвіна; ват/вати/ватів/вата; кіловат/кіловати/кіловатів/кіловата; мегават/мегавати/мегаватів/мегавата; гігават/гігавати/гігаватів/гігавата; кіловат-година/кіловат-години/кіловат-годин/кіловат-години; вольт/вольти/вольтів/вольта; ампер/ампери/амперів/ампера; міліампер/міліампери/міліамперів/міліампера',
    others:
      'герц/герци/герців/герца; кілогерц/кілогерци/кілогерців/кілогерца; мегагерц/мегагерци/мегагерців/мегагерца; гігагерц/гігагерци/гігагерців/гігагерца; джоуль/джоулі/джоулів/джоуля; кілоджоуль/кілоджоулі/кілоджоулів/кілоджоуля; кілокалорія/кілокалорії/кілокалорій/кілокалорії; паскаль/паскалі/паскалів/паскаля; гектопаскаль/гектопаскалі/гектопаскалів/гектопаскаля; бар/бари/барів/бара; ньютон/ньютони/ньютонів/ньютона; піксель/пікселі/пікселів/пікселя; мегапіксель/мегапікселі/мегапікселів/мегапікселя; кінська сила/кінські сили/кінських сил/кінської сили',
  },
  bg: {
    small:
      'милиграм/милиграма; микрограм/микрограма; тон/тона; дециметър/дециметра; микрометър/микрометра; нанометър/нанометра',
    space:
      'квадратен метър/квадратни метра; квадратен километър/квадратни километра; квадратен сантиметър/квадратни сантиметра; кубически метър/кубически метра; кубически сантиметър/кубически сантиметра; сентилитър/сентилитра; децилитър/децилитра; хектолитър/хектолитра',
    power:
      'келвин/келвина; ват/вата; киловат/киловата; мегават/мегавата; гигават/гигавата; киловатчас/киловатчаса; волт/волта; ампер/ампера; милиампер/милиампера',
    others:
      'херц/херца; килохерц/килохерца; мегахерц/мегахерца; гигахерц/гигахерца; джаул/джаула; килоджаул/килоджаула; килокалория/килокалории; паскал/паскала; хектопаскал/хектопаскала; бар/бара; нютон/нютона; пиксел/пиксела; мегапиксел/мегапиксела; конска сила/конски сили',
  },
  cs: {
    small:
      'miligram/miligramy/miligramu/miligramů; mikrogram/mikrogramy/mikrogramu/mikrogramů; tuna/tuny/tuny/tun; decimetr/decimetry/decimetru/decimetrů; mikrometr/mikrometry/mikrometru/mikrometrů; nanometr/nanometry/nanometru/nanometrů',
    space:
      'metr čtvereční/metry čtvereční/metru čtverečního/metrů čtverečních; kilometr čtvereční/kilometry čtvereční/kilometru čtverečního/kilometrů čtverečních; centimetr čtvereční/centimetry čtvereční/centimetru čtverečního/centimetrů čtverečních; metr krychlový/metry krychlové/metru krychlového/metrů krychlových; centimetr krychlový/centimetry krychlové/centimetru krychlového/centimetrů krychlových; centilitr/centilitry/centilitru/centilitrů; decilitr/decilitry/decilitru/decilitrů; hektolitr/hektolitry/hektolitru/hektolitrů',
    power:
      'kelvin/kelviny/kelvinu/kelvinů; watt/watty/wattu/wattů; kilowatt/kilowatty/kilowattu/kilowattů; megawatt/megawatty/megawattu/megawattů; gigawatt/gigawatty/gigawattu/gigawattů; kilowatthodina/kilowatthodiny/kilowatthodiny/kilowatthodin; volt/volty/voltu/voltů; ampér/ampéry/ampéru/ampérů; miliampér/miliampéry/miliampéru/miliampérů',
    others:
      'hertz/hertzy/hertzu/hertzů; kilohertz/kilohertzy/kilohertzu/kilohertzů; megahertz/megahertzy/megahertzu/megahertzů; gigahertz/gigahertzy/gigahertzu/gigahertzů; joule/jouly/joulu/joulů; kilojoule/kilojouly/kilojoulu/kilojoulů; kilokalorie/kilokalorie/kilokalorie/kilokalorií; pascal/pascaly/pascalu/pascalů; hektopascal/hektopascaly/hektopascalu/hektopascalů; bar/bary/baru/barů; newton/newtony/newtonu/newtonů; pixel/pixely/pixelu/pixelů; megapixel/megapixely/megapixelu/megapixelů; koňská síla/koňské síly/koňské síly/koňských sil',
  },
  sk: {
    small:
      'miligram/miligramy/miligramu/miligramov; mikrogram/mikrogramy/mikrogramu/mikrogramov; tona/tony/tony/ton; decimeter/decimetre/decimetra/decimetrov; mikrometer/mikrometre/mikrometra/mikrometrov; nanometer/nanometre/nanometra/nanometrov',
    space:
      'meter štvorcový/metre štvorcové/metra štvorcového/metrov štvorcových; kilometer štvorcový/kilometre štvorcové/kilometra štvorcového/kilometrov štvorcových; centimeter štvorcový/centimetre štvorcové/centimetra štvorcového/centimetrov štvorcových; kubický meter/kubické metre/kubického metra/kubických metrov; kubický centimeter/kubické centimetre/kubického centimetra/kubických centimetrov; centiliter/centilitre/centilitra/centilitrov; deciliter/decilitre/decilitra/decilitrov; hektoliter/hektolitre/hektolitra/hektolitrov',
    power:
      'kelvin/kelviny/kelvina/kelvinov; watt/watty/wattu/wattov; kilowatt/kilowatty/kilowattu/kilowattov; megawatt/megawatty/megawattu/megawattov; gigawatt/gigawatty/gigawattu/gigawattov; kilowatthodina/kilowatthodiny/kilowatthodiny/kilowatthodín; volt/volty/voltu/voltov; ampér/ampéry/ampéra/ampérov; miliampér/miliampéry/miliampéra/miliampérov',
    others:
      'hertz/hertze/hertza/hertzov; kilohertz/kilohertze/kilohertza/kilohertzov; megahertz/megahertze/megahertza/megahertzov; gigahertz/gigahertze/gigahertza/gigahertzov; joule/jouly/joulu/joulov; kilojoule/kilojouly/kilojoulu/kilojoulov; kilokalória/kilokalórie/kilokalórie/kilokalórií; pascal/pascaly/pascala/pascalov; hektopascal/hektopascaly/hektopascala/hektopascalov; bar/bary/baru/barov; newton/newtony/newtona/newtonov; pixel/pixely/pixela/pixelov; megapixel/megapixely/megapixela/megapixelov; konská sila/konské sily/konskej sily/konských síl',
  },
  hr: {
    small:
      'miligram/miligrama/miligrama; mikrogram/mikrograma/mikrograma; tona/tone/tona; decimetar/decimetra/decimetara; mikrometar/mikrometra/mikrometara; nanometar/nanometra/nanometara',
    space:
      'kvadratni metar/kvadratna metra/kvadratnih metara; kvadratni kilometar/kvadratna kilometra/kvadratnih kilometara; kvadratni centimetar/kvadratna centimetra/kvadratnih centimetara; kubni metar/kubna metra/kubnih metara; kubni centimetar/kubna centimetra/kubnih centimetara; centilitar/centilitra/centilitara; decilitar/decilitra/decilitara; hektolitar/hektolitra/hektolitara',
    power:
      'kelvin/kelvina/kelvina; vat/vata/vati; kilovat/kilovata/kilovata; megavat/megavata/megavata; gigavat/gigavata/gigavata; kilovatsat/kilovatsata/kilovatsati; volt/volta/volti; amper/ampera/ampera; miliamper/miliampera/miliampera',
    others:
      'herc/herca/herca; kiloherc/kiloherca/kiloherca; megaherc/megaherca/megaherca; gigaherc/gigaherca/gigaherca; džul/džula/džula; kilodžul/kilodžula/kilodžula; kilokalorija/kilokalorije/kilokalorija; paskal/paskala/paskala; hektopaskal/hektopaskala/hektopaskala; bar/bara/bara; njutn/njutna/njutna; piksel/piksela/piksela; megapiksel/megapiksela/megapiksela; konjska snaga/konjske snage/konjskih snaga',
  },
  ro: {
    small:
      'miligram/miligrame/de miligrame; microgram/micrograme/de micrograme; tonă/tone/de tone; decimetru/decimetri/de decimetri; micrometru/micrometri/de micrometri; nanometru/nanometri/de nanometri',
    space:
      'metru pătrat/metri pătrați/de metri pătrați; kilometru pătrat/kilometri pătrați/de kilometri pătrați; centimetru pătrat/centimetri pătrați/de centimetri pătrați; metru cub/metri cubi/de metri cubi; centimetru cub/centimetri cubi/de centimetri cubi; centilitru/centilitri/de centilitri; decilitru/decilitri/de decilitri; hectolitru/hectolitri/de hectolitri',
    power:
      'kelvin/kelvini/de kelvini; watt/wați/de wați; kilowatt/kilowați/de kilowați; megawatt/megawați/de megawați; gigawatt/gigawați/de gigawați; kilowatt-oră/kilowați-oră/de kilowați-oră; volt/volți/de volți; amper/amperi/de amperi; miliamper/miliamperi/de miliamperi',
    others:
      'hertz/hertzi/de hertzi; kilohertz/kilohertzi/de kilohertzi; megahertz/megahertzi/de megahertzi; gigahertz/gigahertzi/de gigahertzi; joule/jouli/de jouli; kilojoule/kilojouli/de kilojouli; kilocalorie/kilocalorii/de kilocalorii; pascal/pascali/de pascali; hectopascal/hectopascali/de hectopascali; bar/bari/de bari; newton/newtoni/de newtoni; pixel/pixeli/de pixeli; megapixel/megapixeli/de megapixeli; cal putere/cai putere/de cai putere',
  },
  hu: {
    small: 'milligramm; mikrogramm; tonna; deciméter; mikrométer; nanométer',
    space:
      'négyzetméter; négyzetkilométer; négyzetcentiméter; köbméter; köbcentiméter; centiliter; deciliter; hektoliter',
    power: 'kelvin; watt; kilowatt; megawatt; gigawatt; kilowattóra; volt; amper; milliamper',
    others:
      'hertz; kilohertz; megahertz; gigahertz; joule; kilojoule; kilokalória; pascal; hektopascal; bar; newton; képpont; millió képpont; lóerő',
  },
  tr: {
    small: 'miligram; mikrogram; ton; desimetre; mikrometre; nanometre',
    space: 'metrekare; kilometrekare; santimetrekare; metreküp; santimetreküp; santilitre; desilitre; hektolitre',
    power: 'kelvin; vat; kilovat; megavat; gigavat; kilovatsaat; volt; amper; miliamper',
    others:
      'hertz; kilohertz; megahertz; gigahertz; jul; kilojul; kilokalori; paskal; hektopaskal; bar; newton; piksel; megapiksel; beygir gücü',
  },
  ka: {
    small: 'მილიგრამი; მიკროგრამი; ტონა; დეციმეტრი; მიკრომეტრი; ნანომეტრი',
    space:
      'კვადრატული მეტრი; კვადრატული კილომეტრი; კვადრატული სანტიმეტრი; კუბური მეტრი; კუბური სანტიმენტრი; სანტილიტრი; დეცილიტრი; ჰექტოლიტრი',
    power: 'კელვინი/კელვინის გრადუსი; ვატი; კილოვატი; მეგავატი; გიგავატი; კილოვატ-საათი; ვოლტი; ამპერი; მილიამპერი',
    others:
      'ჰერცი; კილოჰერცი; მეგაჰერცი; გიგაჰერცი; ჯოული; კილოჯოული; კილოკალორია; პასკალი; ჰექტოპასკალი; ბარი; ნიუტონი; პიქსელი; მეგაპიქსელი; ცხენის ძალა',
  },
};
