/**
 * Abbreviations of eight European languages and what is read for them. A space in an abbreviation may be left out
 * (`z. B.`, `z.B.`); one that ends in a full stop is known with it only. Sources: Duden (Verzeichnis der Abkürzungen),
 * Lexique des règles typographiques (abréviations), RAE Ortografía (apéndice 1), Crusca and Treccani (abbreviazioni), VOLP
 * (reduções), ГОСТ Р 7.0.12 and Розенталь, Svenska skrivregler (förkortningar), A magyar helyesírás szabályai (276–287).
 */

/**
 * `abbreviation = reading`, one per line, or several with `; ` between. `_` is a space that must be there. A number follows where the line begins with `#`, a capital
 * letter with `^` (also behind an article that is elided: `M. l'Ambassadeur`); a number stands beside it with `±`, before it with `°`.
 */
export const abbreviationTables: Readonly<Record<string, string>> = {
  de: `
    ±ct = Cent
    ±Jan. = Januar
    ±Feb. = Februar
    ±Apr. = April
    ±Aug. = August
    ±Sept. = September
    ±Sep. = September
    ±Okt. = Oktober
    ±Nov. = November
    ±Dez. = Dezember
    z. B. = zum Beispiel
    d. h. = das heißt
    u. a. = unter anderem
    u. ä. = und ähnliches
    o. ä. = oder ähnliches
    u. U. = unter Umständen
    i. d. R. = in der Regel
    z. T. = zum Teil
    z. Zt. = zurzeit
    s. o. = siehe oben
    s. u. = siehe unten
    v. a. = vor allem
    m. E. = meines Erachtens
    i. A. = im Auftrag
    v. Chr. = vor Christus
    n. Chr. = nach Christus
    u. s. w. = und so weiter
    usw. = und so weiter
    etc. = et cetera
    uvm. = und vieles mehr
    bzw. = beziehungsweise
    ca. = circa
    vgl. = vergleiche
    evtl. = eventuell
    ggf. = gegebenenfalls
    inkl. = inklusive
    exkl. = exklusive
    MwSt. = Mehrwertsteuer
    MwSt = Mehrwertsteuer
    USt. = Umsatzsteuer
    ±TL = Teelöffel
    ±EL = Esslöffel
    #Zi. = Zimmer
    #zw. = zwischen
    PLZ = Postleitzahl
    zzgl. = zuzüglich
    abzgl. = abzüglich
    bspw. = beispielsweise
    sog. = sogenannte
    insb. = insbesondere
    geb. = geboren
    gest. = gestorben
    Dr. = Doktor
    Prof. = Professor
    ^Hr. = Herr
    ^Hrn. = Herrn
    ^Fr. = Frau
    Dipl.-Ing. = Diplomingenieur
    Ing. = Ingenieur
    ^St. = Sankt
    Str. = Straße
    Tel. = Telefon
    ±Jh. = Jahrhundert
    ±Jhd. = Jahrhundert
    Mio. = Millionen
    Mrd. = Milliarden
    Tsd. = Tausend
    ±Std. = Stunden
    ±Min. = Minuten
    ±Sek. = Sekunden
    max. = maximal
    mind. = mindestens
    #Abb. = Abbildung
    #Art. = Artikel
    #Abs. = Absatz
    #Bd. = Band
    #Kap. = Kapitel
    #Nr. = Nummer
    #Tab. = Tabelle
    #S. = Seite
    v. d. H. = vor der Höhe; ^v. d. = vor der; ^a. d. = an der; a. D. = außer Dienst; ^i. Br. = im Breisgau; ^o. d. T. = ob der Tauber
    ^Fa. = Firma; ^Lt. = laut; ^lt. = laut; bzgl. = bezüglich; betr. = betrifft; gem. = gemäß; einschl. = einschließlich; ausschl. = ausschließlich
    entspr. = entsprechend; ehem. = ehemalig; allg. = allgemein; verh. = verheiratet; led. = ledig; zz. = zurzeit; o. g. = oben genannt; s. a. = siehe auch
    #Ziff. = Ziffer; #Aufl. = Auflage; #Anm. = Anmerkung; #Anl. = Anlage; #Bl. = Blatt; #Jg. = Jahrgang; #Hs. = Hausnummer; #Nrn. = Nummern; #Abschn. = Abschnitt; #Pos. = Position; #Bhf. = Bahnhof; #Stk. = Stück; ±Stk. = Stück; ±Stck. = Stück; ±Pers. = Personen; ±qm = Quadratmeter; ±cbm = Kubikmeter; ±qkm = Quadratkilometer; ±Ztr. = Zentner; ±Pfd. = Pfund
    ^Hbf. = Hauptbahnhof; Hbf = Hauptbahnhof; u. v. m. = und vieles mehr; u. v. a. = und viele andere; i. V. m. = in Verbindung mit; #Whg. = Wohnung; °Tbl. = Tabletten; °Tabl. = Tabletten; Nachr. = Nachrichten; ggü. = gegenüber; EL/TL = Esslöffel oder Teelöffel; ^Mr. = Mister; ^Mrs. = Missis; i. V. = in Vertretung; z. Hd. = zu Händen; z. H. = zu Händen; i. H. v. = in Höhe von; o. Ä. = oder Ähnliches; u. Ä. = und Ähnliches; u. dgl. = und dergleichen; vorm. = vormittags; nachm. = nachmittags; tgl. = täglich; wtl. = wöchentlich; mtl. = monatlich; jährl. = jährlich
  `,
  fr: `
    M. et = monsieur et
    M. le = monsieur le; ^M. de = monsieur de; ^M. du = monsieur du; MM. les = messieurs les; MM. de = messieurs de
    #no = numéro
    ±avr. = avril
    p. ex. = par exemple
    c.-à-d. = c'est-à-dire
    etc. = et cetera
    av. J.-C. = avant Jésus-Christ
    apr. J.-C. = après Jésus-Christ
    ap. J.-C. = après Jésus-Christ
    env. = environ
    cf. = confer
    ^M. = monsieur
    ^MM. = messieurs
    Mme = madame
    Mmes = mesdames
    Mlle = mademoiselle
    Mlles = mesdemoiselles
    ^Dr = docteur
    ^Dr. = docteur
    ^Pr = professeur
    ^Me = maître
    ^Mgr = monseigneur
    ^St = saint
    ^Ste = sainte
    bd = boulevard
    boul. = boulevard
    tél. = téléphone
    ±janv. = janvier
    ±févr. = février
    ±juil. = juillet
    ±sept. = septembre
    ±oct. = octobre
    ±nov. = novembre
    ±déc. = décembre
    #p. = page
    #pp. = pages
    #chap. = chapitre
    #art. = article
    #vol. = volume
    #fig. = figure
    #av. = avenue
    ^av. = avenue
    lun. = lundi
    #mar. = mardi
    #mer. = mercredi
    #jeu. = jeudi
    ven. = vendredi
    sam. = samedi
    dim. = dimanche
    incl. = inclus
    c. à café = cuillère à café
    c. à soupe = cuillère à soupe
    c. à c. = cuillère à café
    c. à s. = cuillère à soupe
    #trim. = trimestre; °cp. = comprimés; étg. = étage; étg. dr. = étage droite; étg. g. = étage gauche; °mess. = messages; #exp. = expire; #sem. = semaine; #bur. = bureau; bât. = bâtiment; #étg. = étage; #esc. = escalier; #appt. = appartement; #apt. = appartement; av. du = avenue du; av. de = avenue de; av. des = avenue des; bd du = boulevard du; bd de = boulevard de; bd des = boulevard des
    #nos = numéros; #nᵒˢ = numéros; ^pl. = place; pl. de = place de; #pl. = place; ^rte = route; ^imp. = impasse; ^all. = allée; ^ch. de = chemin de; ^r. de = rue de; #bd. = boulevard; ^Bd = boulevard
    ^Sté = société; ^Cie = compagnie; et Cie = et compagnie; ^Éts = établissements; S. M. = Sa Majesté; S. E. = Son Excellence; S. A. R. = Son Altesse Royale; N. D. = Notre-Dame; ^N.-D. = Notre-Dame
    ±mars = mars; ±s. = siècle; #t. = tome; #éd. = édition; #ms = manuscrit; #ch. = chapitre; #par. = paragraphe; #al. = alinéa; #tabl. = tableau; #ill. = illustration; #réf. = référence; #annexe = annexe
    adr. = adresse; apr. = après; av. le = avant le; c.-à-d = c'est-à-dire; excl. = exclu; max. = maximum; min. = minimum; °min. = minutes; ±h. = heures; ±hab. = habitants; ±pers. = personnes; ±éd. = édition; tlj = tous les jours; qqn = quelqu'un; qqch. = quelque chose; ^Vve = veuve; ^Gal = général; ^Col. = colonel; ^Cdt = commandant; ^Drs = docteurs; ^Prs = professeurs
  `,
  es: `
    #s. = siglo
    ±ene. = enero
    ±feb. = febrero
    ±abr. = abril
    ±ago. = agosto
    ±sept. = septiembre
    ±oct. = octubre
    ±nov. = noviembre
    ±dic. = diciembre
    p. ej. = por ejemplo
    etc. = etcétera
    EE. UU. = Estados Unidos
    a. C. = antes de Cristo
    d. C. = después de Cristo
    a. m. = de la mañana
    lun. = lunes
    #mar. = martes
    mié. = miércoles
    miérc. = miércoles
    °comp. = comprimidos; prob. de = probabilidad de; °mens. = mensajes; #cad. = caducidad
    izda. = izquierda
    #ext. = extensión
    #int. = interior
    ^Col. = colonia
    ^Fracc. = fraccionamiento
    jue. = jueves
    vie. = viernes
    sáb. = sábado
    dom. = domingo
    izq. = izquierda
    dcha. = derecha
    ^pza. = plaza
    la pza. = la plaza
    esta pza. = esta plaza
    ±pza. = pieza
    p. m. = de la tarde
    s. f. = sin fecha
    Sr. = señor
    Sra. = señora
    Srta. = señorita
    Sres. = señores
    Dr. = doctor
    Dra. = doctora
    Prof. = profesor
    Profa. = profesora
    ^Lic. = licenciado
    ^Ing. = ingeniero
    Dña. = doña
    ^D.ª = doña
    ^D. = don
    Ud. = usted
    Vd. = usted
    Uds. = ustedes
    Vds. = ustedes
    Avda. = avenida
    Av. = avenida
    ^C/ = calle; C/ de = calle de; C/ del = calle del; C/ la = calle la
    ^Gral. = general
    ^Sto. = santo
    ^Sta. = santa
    aprox. = aproximadamente
    incl. = incluido
    tel. = teléfono
    ej. = ejemplo
    #pág. = página
    #págs. = páginas
    #p. = página
    #pp. = páginas
    #art. = artículo
    #cap. = capítulo
    #vol. = volumen
    #fig. = figura
    #núm. = número
    JJ. OO. = Juegos Olímpicos; FF. AA. = Fuerzas Armadas; RR. HH. = recursos humanos; CC. OO. = Comisiones Obreras; CC. AA. = comunidades autónomas; DD. HH. = derechos humanos; S. M. = Su Majestad; S. A. R. = Su Alteza Real; S. S. = Su Santidad; S. E. = Su Excelencia
    C. P. = código postal; ^P.º = paseo; P.º de = paseo de; ^P.o = paseo; ^Pza. = plaza; ^Pl. = plaza; pza. de = plaza de; plza. = plaza; ^Ctra. = carretera; ctra. = carretera; ^Gta. = glorieta; ^Urb. = urbanización; ^Bo. = barrio; dpto. = departamento; depto. = departamento; #apto. = apartamento; #apdo. = apartado; ^Edif. = edificio
    Cía. = compañía; Hnos. = hermanos; Hno. = hermano; Hna. = hermana; ^Bach. = bachiller; ^Mtro. = maestro; ^Arq. = arquitecto; ^Cnel. = coronel; ^Tte. = teniente; ^Cap. = capitán; ^Sgto. = sargento; ^Mons. = monseñor; ^Pbro. = presbítero; ^Fr. = fray; ^Excmo. = excelentísimo; ^Excma. = excelentísima; ^Ilmo. = ilustrísimo; Admón. = administración; adm. = administración; ^Gob. = gobierno; ^Univ. = universidad; ^Dtor. = director; ^Dir. = director; ^Secr. = secretario
    Lic. = licenciado; Ing. = ingeniero; Gral. = general; de dic. = de diciembre; de ene. = de enero; de feb. = de febrero; de abr. = de abril; de ago. = de agosto; de sept. = de septiembre; de oct. = de octubre; de nov. = de noviembre; de jul. = de julio; de jun. = de junio; de mar. = de marzo
    #tít. = título; #ed. = edición; #t. = tomo; #párr. = párrafo; #arts. = artículos; #caps. = capítulos; #figs. = figuras; #tfno. = teléfono; tfno. = teléfono; teléf. = teléfono; #km. = kilómetro; #ref. = referencia; #exp. = expediente; #sig. = siguiente; ±hab. = habitantes; ±pers. = personas; máx. = máximo; mín. = mínimo; °min. = minutos; ±seg. = segundos; cta. = cuenta; cte. = corriente; dto. = descuento; pról. = prólogo; v. gr. = verbigracia; vid. = véase; cf. = confróntese
  `,
  pt: `
    °comp. = comprimidos; °mens. = mensagens; #val. = validade
    #séc. = século
    ±jan. = janeiro
    ±fev. = fevereiro
    ±abr. = abril
    ±ago. = agosto
    ±set. = setembro
    ±out. = outubro
    ±nov. = novembro
    ±dez. = dezembro
    p. ex. = por exemplo
    por ex. = por exemplo
    etc. = et cetera
    a. C. = antes de Cristo
    d. C. = depois de Cristo
    a. m. = da manhã
    p. m. = da tarde
    Sr. = senhor
    Sra. = senhora
    Sr.ª = senhora
    Srta. = senhorita
    Srs. = senhores
    Sras. = senhoras
    Dr. = doutor
    Dra. = doutora
    Dr.ª = doutora
    Prof. = professor
    Profa. = professora
    Prof.ª = professora
    ^Eng. = engenheiro
    ^Eng.º = engenheiro
    Exmo. = excelentíssimo
    Exma. = excelentíssima
    ^D. = dom
    Av. = avenida
    ^R. = rua
    Ltda. = limitada
    Cia. = companhia
    aprox. = aproximadamente
    incl. = incluso
    tel. = telefone
    ex. = exemplo
    #pág. = página
    #págs. = páginas
    #p. = página
    #art. = artigo
    #cap. = capítulo
    #vol. = volume
    #fig. = figura
    #núm. = número; #n. = número; ^profa. = professora; ^profas. = professoras
    R. da = rua da; R. do = rua do; R. das = rua das; R. dos = rua dos; Dep. de = departamento de; V. Exa. = Vossa Excelência; V. Ex.ª = Vossa Excelência; V. Sa. = Vossa Senhoria; V. S.ª = Vossa Senhoria; S. Exa. = Sua Excelência; S. M. = Sua Majestade; pça. = praça; ^Pç. = praça; ^Pr. = praça; ^Al. = alameda; ^Tv. = travessa; ^Trav. = travessa; ^Rod. = rodovia; ^Estr. = estrada; ^Lgo. = largo; ^Jd. = jardim; ^Vl. = vila; ^Cond. = condomínio; ^Ed. = edifício
    #apto. = apartamento; #ap. = apartamento; #apt. = apartamento; #qd. = quadra; ^Bl. = bloco; #Bl. = bloco; #lt. = lote; #cj. = conjunto; #conj. = conjunto; #sl. = sala; ^Qd. = quadra
    depto. = departamento; dept. = departamento; ^Sen. = senador; ^Gov. = governador; ^Pres. = presidente; ^Min. = ministro; ^Gal. = general; ^Gen. = general; ^Cel. = coronel; ^Cap. = capitão; ^Ten. = tenente; ^Sgt. = sargento; ^Maj. = major; ^Pe. = padre; ^Fr. = frei; ^Sta. = santa; ^Sto. = santo; ^S. = são; ^Ilmo. = ilustríssimo; ^Ilma. = ilustríssima; ^Arq. = arquiteto; ^Adv. = advogado; ^Me. = mestre; ^Drs. = doutores; ^Profs. = professores
    obs. = observação; séc. = século; #inc. = inciso; #al. = alínea; #tít. = título; #ed. = edição; #t. = tomo; #pp. = páginas; #arts. = artigos; #caps. = capítulos; #figs. = figuras; #tab. = tabela; #ref. = referência; #proc. = processo; ±hab. = habitantes; máx. = máximo; mín. = mínimo; °min. = minutos; ±seg. = segundos; ±pess. = pessoas; cf. = confira; v. g. = por exemplo; i. e. = isto é; excl. = exclusivo; adm. = administração; univ. = universidade; gov. = governo; bras. = brasileiro; ±un. = unidades; ±pç. = peças
  `,
  it: `
    °cpr. = compresse; prob. di = probabilità di; °mess. = messaggi; #scad. = scadenza
    #sec. = secolo
    ±genn. = gennaio
    ±febbr. = febbraio
    ±sett. = settembre
    ±ott. = ottobre
    ±nov. = novembre
    ±dic. = dicembre
    p. es. = per esempio
    per es. = per esempio
    ad es. = ad esempio
    ecc. = eccetera
    a. C. = avanti Cristo
    d. C. = dopo Cristo
    sig. = signor
    sig.ra = signora
    sig.na = signorina
    sigg. = signori
    dott. = dottor
    dott.ssa = dottoressa
    dr. = dottor
    prof. = professor
    prof.ssa = professoressa
    ^avv. = avvocato
    ^ing. = ingegner
    ^arch. = architetto
    ^geom. = geometra
    ^rag. = ragionier
    ^on. = onorevole
    P.za = piazza
    P.zza = piazza
    V.le = viale
    C.so = corso
    ca. = circa
    incl. = incluso
    lun. = lunedì
    #mar. = martedì
    #mer. = mercoledì
    gio. = giovedì
    ven. = venerdì
    sab. = sabato
    dom. = domenica
    cfr. = confronta
    tel. = telefono
    S.p.A. = società per azioni
    S.r.l. = società a responsabilità limitata
    #pag. = pagina
    #pagg. = pagine
    #p. = pagina
    #pp. = pagine
    #art. = articolo
    #cap. = capitolo
    #vol. = volume
    #fig. = figura
    #n. = numero
    #nn. = numeri
    egr. = egregio; gent.mo = gentilissimo; gent.ma = gentilissima; gent.mi = gentilissimi; spett.le = spettabile; ill.mo = illustrissimo; ill.ma = illustrissima; ^preg.mo = pregiatissimo; ^Preg.mo = pregiatissimo; f.lli = fratelli; ^F.lli = fratelli; ^Rev. = reverendo; ^Mons. = monsignore; ^Sen. = senatore; ^On. = onorevole; ^Cav. = cavaliere; ^Comm. = commendatore; ^Gen. = generale; ^Col. = colonnello; ^Cap. = capitano; ^Ten. = tenente; ^Mar. = maresciallo; ^Card. = cardinale; ^Geom. = geometra; ^Rag. = ragioniere; ^Dr.ssa = dottoressa; dr.ssa = dottoressa; ^Min. = ministro; ^Pres. = presidente
    #tav. = tavola; #tavv. = tavole; #tab. = tabella; #tabb. = tabelle; #artt. = articoli; #capp. = capitoli; #figg. = figure; #voll. = volumi; #co. = comma; #lett. = lettera; #ed. = edizione; #par. = paragrafo; #all. = allegato; #rif. = riferimento; #prot. = protocollo; #int. = interno; #p.to = punto; #secc. = secoli; #nr. = numero; #km = chilometro; #km. = chilometro
    ±mq = metri quadri; ±mc = metri cubi; ±kmq = chilometri quadri; ±q. = quintali; °min. = minuti; ±ab. = abitanti; ±pers. = persone; max. = massimo; min. = minimo; s. d. = senza data; ^L.go = largo; ^C.da = contrada; ^Loc. = località; ^Fraz. = frazione; ^Str. = strada; ^Vic. = vicolo; ^B.go = borgo; u. s. = ultimo scorso; p. v. = prossimo venturo; c. m. = corrente mese; c/o = presso; c.p. = casella postale; escl. = escluso; compr. = compreso; approx. = approssimativamente; ind. = indirizzo; prov. = provincia; Soc. = società; Ass. = associazione; Uff. = ufficio; Univ. = università; S. M. = Sua Maestà; S. E. = Sua Eccellenza; N. B. = nota bene
  `,
};
