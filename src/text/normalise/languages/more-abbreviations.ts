/** Abbreviations of Russian, Swedish, Danish, Norwegian, Hungarian, Hindi, Vietnamese and Arabic; the format and the sources stand with those of the other languages. */
export const moreAbbreviations: Readonly<Record<string, string>> = {
  ru: `
    #с. = страница
    ±янв. = января
    ±февр. = февраля
    ±апр. = апреля
    ±авг. = августа
    ±сент. = сентября
    ±окт. = октября
    ±нояб. = ноября
    ±дек. = декабря
    и т. д. = и так далее
    и т. п. = и тому подобное
    и др. = и другие
    и пр. = и прочее
    т. е. = то есть
    т. к. = так как
    т. н. = так называемый
    т. о. = таким образом
    в т. ч. = в том числе
    до н. э. = до нашей эры
    н. э. = нашей эры
    напр. = например
    др. = другие
    см. = смотри
    ср. = сравни
    проф. = профессор
    акад. = академик
    доц. = доцент
    д-р = доктор
    г-н = господин
    г-жа = госпожа
    ^им. = имени
    ^ул. = улица
    ^просп. = проспект
    пр-т = проспект
    ^пер. = переулок
    ^пл. = площадь
    обл. = область
    р-н = район
    #тел. = телефон
    #д. = дом
    #кв. = квартира
    #стр. = страница
    #рис. = рисунок
    #гл. = глава
    #ст. = статья
    ±гг. = годы; ±г. н. э. = год нашей эры; ±чел. = человек; ±экз. = экземпляров; ±шт. = штук; ±мин. = минут; ±сек. = секунд; ±руб. = рублей; ±стр. = страниц; ±р. = рублей; ±уп. = упаковок; ±кв. м = квадратных метров
    #ок. = около; #св. = свыше; #пр. = проспект; ^пр. = проспект; #т. = том; #п. = пункт; #пп. = пункты; #табл. = таблица; #гл. = глава; #разд. = раздел; #прил. = приложение; #корп. = корпус; #стр. = страница; #оф. = офис; #под. = подъезд; #эт. = этаж; #изд. = издание; #вып. = выпуск; #абз. = абзац; #ст. = статья; #каб. = кабинет; #ауд. = аудитория; #пос. = посёлок; #илл. = иллюстрация
    ^пос. = посёлок; ^дер. = деревня; ^с. = село; ^наб. = набережная; ^бул. = бульвар; ^б-р = бульвар; ^пр-д = проезд; ^ш. = шоссе; ^туп. = тупик; ^мкр. = микрорайон; ^респ. = республика; ^о. = остров; ^оз. = озеро; ^р. = река; ^ст. = станция; ^св. = святой; ^инж. = инженер; ^ген. = генерал; ^полк. = полковник; ^кап. = капитан; ^зам. = заместитель; ^дир. = директор; ^студ. = студент; ^тов. = товарищ; ^гр. = гражданин; зам. = заместитель
    ун-т = университет; ин-т = институт; з-д = завод; ф-ка = фабрика; ж-д = железнодорожный; кол-во = количество; к-рый = который; мин-во = министерство; гос-во = государство; об-во = общество; адм. = административный; англ. = английский; нем. = немецкий; рус. = русский; фр. = французский; лат. = латинский; греч. = греческий; букв. = буквально; макс. = максимум; мин. = минимум; прибл. = приблизительно; б. ч. = большей частью; к. т. н. = кандидат технических наук; с. г. = сего года; и. о. = исполняющий обязанности
  `,
  sv: `
    ±st = stycken
    ±st. = stycken
    ±jan. = januari
    ±feb. = februari
    ±aug. = augusti
    ±sept. = september
    ±okt. = oktober
    ±nov. = november
    ±dec. = december
    t. ex. = till exempel
    bl. a. = bland annat
    d. v. s. = det vill säga
    dvs. = det vill säga
    dvs = det vill säga
    o. s. v. = och så vidare
    osv. = och så vidare
    osv = och så vidare
    etc. = et cetera
    m. m. = med mera
    m. fl. = med flera
    m. a. o. = med andra ord
    s. k. = så kallade
    f. d. = före detta
    f. Kr. = före Kristus
    e. Kr. = efter Kristus
    fr. o. m. = från och med
    t. o. m. = till och med
    p. g. a. = på grund av
    f. n. = för närvarande
    i st. f. = i stället för
    ca = cirka
    ca. = cirka
    jfr = jämför
    resp. = respektive
    inkl. = inklusive
    exkl. = exklusive
    kl. = klockan
    #tel. = telefon
    ^St. = Sankt
    ^Dr = doktor
    ^Dr. = doktor
    ^Prof. = professor
    #kl = klockan
    #nr = nummer
    #nr. = nummer
    #s. = sidan
    #sid. = sidan
    #kap. = kapitel
    #fig. = figur
    prof. = professor; #avd. = avdelning; #avs. = avsnitt; #art. = artikel; #bil. = bilaga; #tab. = tabell; #vol. = volym; #uppl. = upplaga; #st. = stycke; #rv = riksväg; #lgh = lägenhet; ±inv. = invånare; ±pers. = personer; ±ggr = gånger; ±ggr. = gånger; ±tim. = timmar; ±min. = minuter; ±sek. = sekunder; ±mån. = månader; ±kvm = kvadratmeter; ±kbm = kubikmeter; ±msk = matskedar; ±tsk = teskedar; ±krm = kryddmått; ±förp. = förpackningar; ±pkt = paket
    t_ex = till exempel; bl_a = bland annat; m_m = med mera; m_fl = med flera; d_v_s = det vill säga; o_s_v = och så vidare; s_k = så kallade; f_d = före detta; fr_o_m = från och med; t_o_m = till och med; p_g_a = på grund av; i_st_f = i stället för; dvs = det vill säga; pga = på grund av; enl. = enligt; ang. = angående; exkl = exklusive; inkl = inklusive; forts. = fortsättning; jfr. = jämför; obs. = observera; tfn = telefon; tfn. = telefon; tel = telefon; mvh = med vänlig hälsning; e. m. = eftermiddag; f. m. = förmiddag; max. = maximalt; eg. = egentligen; ev. = eventuellt; t. v. = till vänster; t. h. = till höger; resp = respektive
    ^S:t = Sankt; ^S:ta = Sankta; ^Sto. = Santo; ^Ing. = ingenjör; ^Doc. = docent; ^Dir. = direktör; ^Kapt. = kapten; ^Hr = herr; ^Fr. = fru; #f. = född; #d. = död; #f = född; ±f. = född
  `,
  da: `
    #kl. = klokken; #nr. = nummer; #s. = side; #kap. = kapitel; #fig. = figur; #tlf. = telefon
    bl.a. = blandt andet; f.eks. = for eksempel; fx = for eksempel; dvs. = det vil sige; ca. = cirka; inkl. = inklusive; ekskl. = eksklusive
    pga. = på grund af; mht. = med hensyn til; ifm. = i forbindelse med; evt. = eventuelt; jf. = jævnfør; hhv. = henholdsvis
    vedr. = vedrørende; osv. = og så videre; m.m. = med mere; m.fl. = med flere; maks. = maksimum; ±mio. = millioner; ±mia. = milliarder
  `,
  no: `
    #kl. = klokken; #nr. = nummer; #s. = side; #kap. = kapittel; #fig. = figur; #tlf. = telefon
    bl.a. = blant annet; f.eks. = for eksempel; dvs. = det vil si; ca. = cirka; inkl. = inklusive; ekskl. = eksklusive
    pga. = på grunn av; mht. = med hensyn til; ifm. = i forbindelse med; evt. = eventuelt; jf. = jamfør; hhv. = henholdsvis
    vedr. = vedrørende; osv. = og så videre; m.m. = med mer; m.fl. = med flere; maks. = maksimum; ±mill. = millioner; ±mrd. = milliarder
  `,
  hu: `
    ±jan. = január
    ±febr. = február
    ±márc. = március; ±máj. = május
    ±ápr. = április
    ±jún. = június
    ±júl. = július
    ±aug. = augusztus
    ±szept. = szeptember
    ±okt. = október
    ±nov. = november
    ±dec. = december
    stb. = satöbbi
    pl. = például
    kb. = körülbelül
    ill. = illetve
    ún. = úgynevezett
    vö. = vesd össze
    ld. = lásd
    u. i. = ugyanis
    ui. = ugyanis
    i. e. = időszámításunk előtt
    i. sz. = időszámításunk szerint
    Kr. e. = Krisztus előtt
    Kr. u. = Krisztus után
    dr. = doktor
    prof. = professzor
    ^ifj. = ifjabb
    ^id. = idősebb
    ^özv. = özvegy
    ^Szt. = Szent
    ker. = kerület
    ±u. = utca
    ±krt. = körút
    tel. = telefon
    ±old. = oldal
    fszt. = földszint
    ±max. = maximum
    ±min. = minimum
    ±db = darab
    Bp. = Budapest; ±em. = emelet; #em. = emelet; ^Szt. = Szent; ^Szfv. = Székesfehérvár; ±o. = oldal; ±mp = másodperc; ±p = perc; ±perc = perc; ±fő = fő; ±ezer = ezer; ±dkg = deka; ±sz. = számú; ±évf. = évfolyam; ±kötet = kötet; ±sor = sor; ±szd. = század; ±szd = század
    u.-ban = utcában; u.-ból = utcából; u.-ra = utcára; u.-n = utcán; u.-i = utcai; tv. = tévé; kft. = káefté; kft = káefté; zrt. = zéerté; zrt = zéerté; nyrt. = enyerté; nyrt = enyerté; ^bt. = bété
    ^u. = utca; u. n. = úgynevezett; ún = úgynevezett; stb = satöbbi; vmi = valami; vki = valaki; vmennyi = valamennyi; ua. = ugyanaz; uo. = ugyanott; ui = ugyanis; pl = például; kb = körülbelül; min. = minimum; max. = maximum; ált. = általános; gimn. = gimnázium; isk. = iskola; közp. = központi; nyt. = nyilvántartási; tsz = termelőszövetkezet; szerk. = szerkesztette; szül. = született; megh. = meghalt; rk. = római katolikus; ref. = református; vö = vesd össze; bek. = bekezdés; r. k. = római katolikus; alez. = alezredes; ezds. = ezredes; szds. = százados; őrgy. = őrnagy; tbk. = tábornok; mb. = megbízott; osztv. = osztályvezető; ügyv. = ügyvéd; vez. = vezető
  `,
  hi: `
    डॉ. = डॉक्टर
    डा. = डॉक्टर
    प्रो. = प्रोफ़ेसर
    इं. = इंजीनियर
    इंजी. = इंजीनियर
    कु. = कुमारी
    पं. = पंडित
    स्व. = स्वर्गीय
    #नं. = नंबर
    #सं. = संख्या
    #पृ. = पृष्ठ
    एड. = एडवोकेट
    लि. = लिमिटेड
    कं. = कंपनी
    उदा. = उदाहरण
    ई. पू. = ईसा पूर्व; ई.पू. = ईसा पूर्व; #मो. = मोबाइल; मो. = मोहम्मद; #क्र. = क्रमांक; #अनु. = अनुच्छेद; #अ. = अध्याय; #खं. = खंड; #चि. = चित्र; #ता. = तारीख; #दि. = दिनांक; ±रु. = रुपये; ±रु = रुपये; ±हे. = हेक्टेयर; ±मी. = मीटर; ±मि. = मिनट; ±से. = सेकंड; ±ग्रा. = ग्राम; ±ली. = लीटर; ±जन. = जनवरी; ±फर. = फरवरी; ±फ़र. = फ़रवरी; ±अप्रै. = अप्रैल; ±अग. = अगस्त; ±सित. = सितंबर; ±अक्टू. = अक्टूबर; ±नव. = नवंबर; ±दिस. = दिसंबर; मान. = माननीय; कर्नल. = कर्नल; प्रा. = प्राइवेट; उ. प्र. = उत्तर प्रदेश; म. प्र. = मध्य प्रदेश; कि. मी. = किलोमीटर; कि. ग्रा. = किलोग्राम; से. मी. = सेंटीमीटर; मि. मी. = मिलीमीटर; मि. ली. = मिलीलीटर; वर्ग मी. = वर्ग मीटर; वर्ग कि. मी. = वर्ग किलोमीटर; घन मी. = घन मीटर
  `,
  vi: `
    PGS. TS. = phó giáo sư tiến sĩ; GS. TS. = giáo sư tiến sĩ; PGS. = phó giáo sư; PGS.TS = phó giáo sư tiến sĩ; ^TS. = tiến sĩ; T.S. = tiến sĩ; ^TSKH. = tiến sĩ khoa học; ^ThS. = thạc sĩ; ^Ths. = thạc sĩ; ^GS. = giáo sư; ^BS. = bác sĩ; ^KS. = kỹ sư; ^LS. = luật sư; ^CN. = cử nhân; ^KTS. = kiến trúc sư; ^DS. = dược sĩ; ^ÔB. = ông bà
    #Q. = quận; ^Q. = quận; #P. = phường; ^P. = phường; ^TX. = thị xã; ^TT. = thị trấn; #Đ. = đường; ^Đ. = đường; #KP. = khu phố; #Tr. = trang; #tr. = trang; #T. = tập; #ch. = chương; #H. = hình
    v.v. = vân vân; v.v… = vân vân; v.v = vân vân; vv. = vân vân; vd. = ví dụ; VD: = ví dụ; tr.CN = trước Công nguyên; TCN = trước Công nguyên; SCN = sau Công nguyên; ĐH = đại học; CĐ = cao đẳng; THPT = trung học phổ thông; THCS = trung học cơ sở; UBND = ủy ban nhân dân; HĐND = hội đồng nhân dân; HĐQT = hội đồng quản trị; BHXH = bảo hiểm xã hội; BHYT = bảo hiểm y tế; GTVT = giao thông vận tải; GD&ĐT = giáo dục và đào tạo; KCN = khu công nghiệp; CLB = câu lạc bộ; TNHH = trách nhiệm hữu hạn; CP = cổ phần; CNTT = công nghệ thông tin; SĐT = số điện thoại; ĐT = điện thoại; ĐTDĐ = điện thoại di động; CMND = chứng minh nhân dân; CCCD = căn cước công dân; CSGT = cảnh sát giao thông; LHQ = Liên Hợp Quốc; VN = Việt Nam; #NĐ = nghị định; #QĐ = quyết định; #NQ = nghị quyết; #QL = quốc lộ; #TL = tỉnh lộ; NXB = nhà xuất bản; ĐHQG = đại học quốc gia; HS = học sinh; SV = sinh viên; GV = giáo viên
  `,
  ar: `
    أ. د. = أستاذ دكتور; أ.د = أستاذ دكتور; ق. م. = قبل الميلاد; ق.م = قبل الميلاد; ص. ب. = صندوق بريد; ص.ب = صندوق بريد; إلخ. = إلى آخره; إلخ = إلى آخره; الخ. = إلى آخره; الخ = إلى آخره; #ص = صفحة; #ص. = صفحة; #ج. = جزء; #مج. = مجلد; #ط. = طبعة; #ت. = هاتف; #ع. = عدد
  `,
};
