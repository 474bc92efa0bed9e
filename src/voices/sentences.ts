import type { Language } from './languages.ts';

/**
 * Ordinary sentences in each language: the first article of the Universal Declaration of Human Rights, as the United Nations publish it, cut
 * into its sentences.
 */
export const sentences: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'All human beings are born free and equal in dignity and rights.',
    'They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
  ],
  fr: [
    'Tous les êtres humains naissent libres et égaux en dignité et en droits.',
    'Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  ],
  de: [
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
    'Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen.',
  ],
  es: [
    'Todos los seres humanos nacen libres e iguales en dignidad y derechos.',
    'Dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.',
  ],
  pt: [
    'Todos os seres humanos nascem livres e iguais em dignidade e em direitos.',
    'Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  ],
  zh: ['人人生而自由，在尊严和权利上一律平等。', '他们赋有理性和良心，并应以兄弟关系的精神相对待。'],
  ja: [
    'すべてのにんげんは、うまれながらにしてじゆうであり、そんげんとけんりとについてびょうどうである。',
    'にんげんは、りせいとりょうしんとをさずけられており、たがいにどうほうのせいしんをもってこうどうしなければならない。',
  ],
  hi: [
    'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।',
    'उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।',
  ],
  it: [
    'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.',
    'Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.',
  ],
  ko: [
    '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
    '인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.',
  ],
  nl: [
    'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren.',
    'Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.',
  ],
  pl: [
    'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.',
    'Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.',
  ],
  ru: [
    'Все люди рождаются свободными и равными в своем достоинстве и правах.',
    'Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
  ],
  sv: [
    'Alla människor är födda fria och lika i värde och rättigheter.',
    'De har utrustats med förnuft och samvete och bör handla gentemot varandra i en anda av gemenskap.',
  ],
  tr: [
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.',
    'Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
  ],
  tl: [
    'Ang lahat ng tao ay isinilang na malaya at pantay-pantay sa karangalan at mga karapatan.',
    'Sila ay pinagkalooban ng katwiran at budhi at dapat magpalagayan ang isa’t isa sa diwa ng pagkakapatiran.',
  ],
  bg: [
    'Всички хора се раждат свободни и равни по достойнство и права.',
    'Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство.',
  ],
  ro: [
    'Toate ființele umane se nasc libere și egale în demnitate și în drepturi.',
    'Ele sunt înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de altele în spiritul fraternității.',
  ],
  ar: [
    'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.',
    'وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.',
  ],
  cs: [
    'Všichni lidé se rodí svobodní a sobě rovní co do důstojnosti a práv.',
    'Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství.',
  ],
  el: [
    'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.',
    'Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.',
  ],
  fi: [
    'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.',
    'Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.',
  ],
  hr: [
    'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima.',
    'Ona su obdarena razumom i sviješću i trebaju jedna prema drugima postupati u duhu bratstva.',
  ],
  ms: [
    'Semua manusia dilahirkan bebas dan sama rata dari segi maruah dan hak.',
    'Mereka mempunyai pemikiran dan perasaan hati dan hendaklah bertindak di antara satu sama lain dengan semangat persaudaraan.',
  ],
  sk: [
    'Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv.',
    'Sú obdarení rozumom a svedomím a majú navzájom jednať v bratskom duchu.',
  ],
  da: [
    'Alle mennesker er født frie og lige i værdighed og rettigheder.',
    'De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd.',
  ],
  ta: [
    'மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்.',
    'அவர்கள் நியாயத்தையும் மனச்சாட்சியையும் இயற்பண்பாகப் பெற்றவர்கள்.',
  ],
  uk: [
    'Всі люди народжуються вільними і рівними у своїй гідності та правах.',
    'Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства.',
  ],
  hu: [
    'Minden emberi lény szabadon születik és egyenlő méltósága és joga van.',
    'Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.',
  ],
  no: [
    'Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter.',
    'De er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd.',
  ],
  vi: [
    'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.',
    'Mọi con người đều được tạo hoá ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu.',
  ],
  bn: [
    'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।',
    'তাঁদের বিবেক এবং বুদ্ধি আছে; সুতরাং সকলেরই একে অপরের প্রতি ভ্রাতৃত্বসুলভ মনোভাব নিয়ে আচরণ করা উচিত।',
  ],
  th: ['มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ', 'ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ'],
  he: [
    'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.',
    'כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.',
  ],
  ka: [
    'ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.',
    'მათ მინიჭებული აქვთ გონება და სინდისი და ერთმანეთის მიმართ უნდა იქცეოდნენ ძმობის სულისკვეთებით.',
  ],
  id: [
    'Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama.',
    'Mereka dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain dalam semangat persaudaraan.',
  ],
  te: [
    'ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు.',
    'వారు వివేచన అంతఃకరణ సంపన్నులగుటచే పరస్పరము భ్రాతృభావముతో వర్తింపవలయును.',
  ],
  gu: [
    'પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર અને સમાન હોય છે.',
    'તેમનામાં વિચારશક્તિ અને અંતઃકરણ હોય છે અને તેમણે પરસ્પર બંધુત્વની ભાવનાથી વર્તવું જોઈએ.',
  ],
  kn: [
    'ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ಧಾರೆ ಹಾಗೂ ಘನತೆ ಮತ್ತು ಹಕ್ಕುಗಳಲ್ಲಿ ಸಮಾನರಾಗಿದ್ದಾರೆ.',
    'ವಿವೇಕ ಮತ್ತು ಅಂತಃಕರಣಗಳನ್ನು ಪಡೆದವರಾದ್ದರಿಂದ ಅವರು ಪರಸ್ಪರ ಸಹೋದರ ಭಾವದಿಂದ ವರ್ತಿಸಬೇಕು.',
  ],
  ml: [
    'മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചവരാണ്.',
    'അന്യോന്യം ഭ്രാതൃഭാവത്തോടെ പെരുമാറുവാനാണ് മനുഷ്യന് വിവേകബുദ്ധിയും മനസ്സാക്ഷിയും സിദ്ധമായിരിക്കുന്നത്.',
  ],
  mr: [
    'सर्व मानवी व्यक्ती जन्मतः स्वतंत्र आहेत व त्यांना समान प्रतिष्ठा व समान अधिकार आहेत.',
    'त्यांना विचारशक्ती व सदसद्विवेकबुद्धी लाभलेली आहे व त्यांनी एकमेकांशी बंधुत्वाच्या भावनेने आचरण करावे.',
  ],
  pa: [
    'ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ।',
    'ਉਨ੍ਹਾਂ ਨੂੰ ਤਰਕ ਅਤੇ ਜ਼ਮੀਰ ਦੀ ਸੌਗਾਤ ਮਿਲੀ ਹੋਈ ਹੈ ਅਤੇ ਉਨ੍ਹਾਂ ਨੂੰ ਭਰਾਤਰੀਭਾਵ ਨਾਲ ਆਪਸ ਵਿਚ ਵਿਹਾਰ ਕਰਨਾ ਚਾਹੀਦਾ ਹੈ।',
  ],
  or: [
    'ସବୁ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ ଏବଂ ମର୍ଯ୍ୟାଦା ଓ ଅଧିକାରରେ ସମାନ।',
    'ସେମାନଙ୍କଠାରେ ବୁଦ୍ଧି ଓ ବିବେକ ରହିଛି ଏବଂ ସେମାନେ ପରସ୍ପର ପ୍ରତି ଭ୍ରାତୃତ୍ୱ ମନୋଭାବରେ ବ୍ୟବହାର କରିବା ଉଚିତ।',
  ],
  ur: [
    'تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔',
    'انہیں ضمیر اور عقل ودیعت ہوئی ہے، اس لئے انہیں ایک دوسرے کے ساتھ بھائی چارے کا سلوک کرنا چاہیے۔',
  ],
};
