/**
 * Spanish: RAE and ASALE (Ortografía de la lengua española, Diccionario panhispánico de dudas: números, ordinales,
 * fecha, hora, porcentajes), Fundéu, CLDR `es`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Es el 1.000.º visitante. → Es el milésimo visitante.
  ~Quedó en el 1248.º puesto. → Quedó en el milésimo ducentésimo cuadragésimo octavo puesto.
  Vive en el 1.ᵉʳ piso. → Vive en el primer piso.
  Hace -5 grados. → Hace menos cinco grados.
  Estamos a −12 °C hoy. → Estamos a menos doce grados Celsius hoy. | Estamos a menos doce grados centígrados hoy.
  ~Mañana habrá +3 °C aquí. → Mañana habrá más tres grados Celsius aquí. | Mañana habrá más tres grados centígrados aquí.
  La nota es 2,5. → La nota es dos coma cinco.
  El valor es 3.14 aquí. → El valor es tres punto catorce aquí. | El valor es tres punto uno cuatro aquí. | El valor es tres coma catorce aquí.
  El valor es 0,75. → El valor es cero coma setenta y cinco.
  ~El resultado es 2,05. → El resultado es dos coma cero cinco.
  Hay 1.234.567 personas. → Hay un millón doscientas treinta y cuatro mil quinientas sesenta y siete personas.
  El pueblo tiene 25 000 habitantes. → El pueblo tiene veinticinco mil habitantes.
  Hay 200 casas. → Hay doscientas casas.
  ~Hay 21 alumnos. → Hay veintiún alumnos.
  Hay 31 chicas. → Hay treinta y una chicas.
  Tengo 1 hermano y 2 hermanas. → Tengo un hermano y dos hermanas.
  Tiene 16 años. → Tiene dieciséis años.
  ~Son 101 libros. → Son ciento un libros.
  Los precios suben un 3 %. → Los precios suben un tres por ciento.
  Hay un 12,5% de paro. → Hay un doce coma cinco por ciento de paro.
  ~Es un 5 ‰ del total. → Es un cinco por mil del total.
  Cuesta 5 €. → Cuesta cinco euros.
  El libro cuesta 12,50 €. → El libro cuesta doce euros con cincuenta céntimos. | El libro cuesta doce euros con cincuenta. | El libro cuesta doce con cincuenta euros. | El libro cuesta doce euros y cincuenta céntimos.
  Cuesta 1 €. → Cuesta un euro.
  ~Son 1.299,99 € en total. → Son mil doscientos noventa y nueve euros con noventa y nueve céntimos en total. | Son mil doscientos noventa y nueve euros con noventa y nueve en total. | Son mil doscientos noventa y nueve euros y noventa y nueve céntimos en total.
  Pagó $100 por eso. → Pagó cien dólares por eso. | Pagó cien pesos por eso.
  Vale 21 €. → Vale veintiún euros.
  Vale 200 £ aquí. → Vale doscientas libras aquí. | Vale doscientas libras esterlinas aquí.
  ~Cuesta 0,80 € cada uno. → Cuesta ochenta céntimos cada uno. | Cuesta cero euros con ochenta céntimos cada uno.
  Costó 2 millones de euros. → Costó dos millones de euros.
  Quedan 15 km. → Quedan quince kilómetros.
  Va a 120 km/h por ahí. → Va a ciento veinte kilómetros por hora por ahí.
  Mide 1,80 m. → Mide un metro ochenta. | Mide un metro con ochenta. | Mide uno coma ochenta metros. | Mide un coma ochenta metros.
  ~Añade 250 g de harina. → Añade doscientos cincuenta gramos de harina.
  El piso tiene 85 m². → El piso tiene ochenta y cinco metros cuadrados.
  Caben 60 l. → Caben sesenta litros.
  Pesa 1 kg. → Pesa un kilogramo. | Pesa un kilo.
  ~El archivo ocupa 20 MB. → El archivo ocupa veinte megabytes. | El archivo ocupa veinte megas. | El archivo ocupa veinte megabaits.
  El ángulo es de 45°. → El ángulo es de cuarenta y cinco grados.
  Es la 1.ª vez. → Es la primera vez.
  Vive en el 3.º piso. → Vive en el tercer piso. | Vive en el tercero piso.
  Es el 1.er premio. → Es el primer premio.
  ~Quedó en 2.º lugar. → Quedó en segundo lugar.
  Es su 5º año. → Es su quinto año.
  Celebra el 20.º aniversario. → Celebra el vigésimo aniversario.
  Es la 10ª edición. → Es la décima edición.
  ~Ocupa la 4ª planta. → Ocupa la cuarta planta.
  Nació en el siglo XX. → Nació en el siglo veinte.
  Fue en el siglo V. → Fue en el siglo quinto. | Fue en el siglo cinco.
  Felipe II reinaba. → Felipe segundo reinaba.
  Luis XIV reinaba. → Luis catorce reinaba.
  ~Juan Pablo II murió. → Juan Pablo segundo murió.
  Lee el capítulo IV. → Lee el capítulo cuatro. | Lee el capítulo cuarto.
  La cita es el 24/12/2023. → La cita es el veinticuatro de diciembre de dos mil veintitrés. | La cita es el veinticuatro de diciembre del dos mil veintitrés.
  ~Nació el 3/10/1990. → Nació el tres de octubre de mil novecientos noventa.
  Es del 15 de marzo de 1848. → Es del quince de marzo de mil ochocientos cuarenta y ocho.
  La fecha es 2024-07-01. → La fecha es uno de julio de dos mil veinticuatro. | La fecha es primero de julio de dos mil veinticuatro. | La fecha es el uno de julio de dos mil veinticuatro.
  Es el 1 de mayo. → Es el uno de mayo. | Es el primero de mayo.
  Nació en 1998. → Nació en mil novecientos noventa y ocho.
  ~Fue en 2008. → Fue en dos mil ocho.
  Murió en el 44 a. C. en Roma. → Murió en el cuarenta y cuatro antes de Cristo en Roma.
  El tren sale a las 14:30. → El tren sale a las catorce treinta. | El tren sale a las catorce y treinta. | El tren sale a las catorce horas y treinta minutos.
  Son las 8:05. → Son las ocho y cinco. | Son las ocho cero cinco. | Son las ocho cinco.
  Es la 1:00. → Es la una. | Es la una en punto.
  ~Empieza a las 20:15 h. → Empieza a las veinte quince horas. | Empieza a las veinte quince. | Empieza a las veinte y quince. | Empieza a las veinte y quince horas. | Empieza a las veinte horas y quince minutos.
  Son las 5 p. m. en Madrid. → Son las cinco de la tarde en Madrid. | Son las cinco pe eme en Madrid. | Son las cinco p m en Madrid.
  Abre de 9 a 17 h. → Abre de nueve a diecisiete horas.
  Lee las páginas 10-15. → Lee las páginas diez a quince. | Lee las páginas diez quince.
  ~La guerra de 1914-1918 fue larga. → La guerra de mil novecientos catorce a mil novecientos dieciocho fue larga.
  Añade 1/2 litro de leche. → Añade medio litro de leche. | Añade un medio litro de leche.
  Faltan 3/4 partes. → Faltan tres cuartas partes. | Faltan tres cuartos partes.
  ~Quedan 2/3 del total. → Quedan dos tercios del total.
  Llame al 912 345 678. → Llame al nueve uno dos tres cuatro cinco seis siete ocho.
  ~Mi número es +34 612 345 678. → Mi número es más tres cuatro seis uno dos tres cuatro cinco seis siete ocho. | Mi número es más treinta y cuatro seis uno dos tres cuatro cinco seis siete ocho.
  Llame al 112. → Llame al ciento doce. | Llame al uno uno dos.
  Véase el § 5. → Véase el párrafo cinco. | Véase el apartado cinco. | Véase el parágrafo cinco. | Véase el sección cinco.
  Vive en el n.º 7. → Vive en el número siete.
  El nº 1 es él. → El número uno es él.
  Pérez & Hijos venden. → Pérez y Hijos venden. | Pérez e Hijos venden.
  ~El tema es #clima. → El tema es almohadilla clima. | El tema es hashtag clima. | El tema es etiqueta clima. | El tema es numeral clima.
  Calcula 3 × 4 = 12. → Calcula tres por cuatro igual a doce. | Calcula tres por cuatro es igual a doce. | Calcula tres por cuatro igual doce.
  Calcula 7 + 5 = 12. → Calcula siete más cinco igual a doce. | Calcula siete más cinco es igual a doce. | Calcula siete más cinco igual doce.
  ~Calcula 10 - 4 = 6. → Calcula diez menos cuatro igual a seis. | Calcula diez menos cuatro es igual a seis. | Calcula diez menos cuatro igual seis.
  Se sabe que 5 > 3. → Se sabe que cinco mayor que tres. | Se sabe que cinco es mayor que tres.
  Se sabe que 2 < 4. → Se sabe que dos menor que cuatro. | Se sabe que dos es menor que cuatro.
  La tolerancia es de ± 2 mm. → La tolerancia es de más menos dos milímetros. | La tolerancia es de más o menos dos milímetros.
  ~Calcula 20 ÷ 4 = 5. → Calcula veinte dividido por cuatro igual a cinco. | Calcula veinte dividido entre cuatro igual a cinco. | Calcula veinte entre cuatro igual a cinco. | Calcula veinte dividido por cuatro es igual a cinco. | Calcula veinte dividido entre cuatro es igual a cinco.
  Instala la versión 2.0.1. → Instala la versión dos punto cero punto uno.
  La dirección es 192.168.0.1. → La dirección es ciento noventa y dos punto ciento sesenta y ocho punto cero punto uno. | La dirección es uno nueve dos punto uno seis ocho punto cero punto uno.
  Escribe a info@ejemplo.es pronto. → Escribe a info arroba ejemplo punto e s pronto. | Escribe a info arroba ejemplo punto es pronto.
  Visita www.ejemplo.es hoy. → Visita w w w punto ejemplo punto e s hoy. | Visita w w w punto ejemplo punto es hoy. | Visita tres uves dobles punto ejemplo punto es hoy.
  ~Está en https://ejemplo.es/ayuda ahora. → Está en h t t p s dos puntos barra barra ejemplo punto e s barra ayuda ahora. | Está en ejemplo punto e s barra ayuda ahora. | Está en h t t p s dos puntos barra barra ejemplo punto es barra ayuda ahora.
  Fruta, p. ej. manzanas, es sana. → Fruta, por ejemplo manzanas, es sana.
  Manzanas, peras, etc. son fruta. → Manzanas, peras, etcétera son fruta.
  El Sr. Pérez y la Sra. López. → El señor Pérez y la señora López.
  ~El Dr. Gómez viene. → El doctor Gómez viene.
  Vive en EE. UU. desde ayer. → Vive en Estados Unidos desde ayer.
  Ud. tiene razón. → Usted tiene razón.
  Véase la pág. 12. → Véase la página doce.
  ~Vive en la Avda. Goya. → Vive en la avenida Goya.
  Ganaron 2-1 ayer. → Ganaron dos a uno ayer. | Ganaron dos uno ayer.
  La década de los 90 pasó. → La década de los noventa pasó.
  La cita es el mar. 26/11. → La cita es el martes veintiséis de noviembre.
  Abierto de lun. a vie. → Abierto de lunes a viernes.
  Sale a la 1.00 a.m. cada día. → Sale a la una de la mañana cada día.
  Llame al 2234-5678 hoy. → Llame al dos dos tres cuatro, cinco seis siete ocho hoy.
  Entre 1500-2000 personas. → Entre mil quinientos a dos mil personas.
  Tarda 3,2 s en cargar. → Tarda tres coma dos segundos en cargar.
  Fuimos al mar. → Fuimos al mar.
  ~El paquete pesa 1,25 kg. → El paquete pesa uno coma veinticinco kilogramos. | El paquete pesa uno coma veinticinco kilos.
  ~El alquiler sube a 780 € al mes. → El alquiler sube a setecientos ochenta euros al mes.
  ~La tienda abre a las 7:45. → La tienda abre a las siete y cuarenta y cinco. | La tienda abre a las siete cuarenta y cinco.
  ~El 1 de enero de 2026 es fiesta. → El uno de enero de dos mil veintiséis es fiesta. | El primero de enero de dos mil veintiséis es fiesta.
  ~La sesión dura 90 min en total. → La sesión dura noventa minutos en total.
  ~El río mide 2.850 km. → El río mide dos mil ochocientos cincuenta kilómetros.
  ~Cerca de 1/3 de la gente vino. → Cerca de un tercio de la gente vino.
  ~Quedan 3/8 del pastel. → Quedan tres octavos del pastel.
  ~Hace -17 °C fuera. → Hace menos diecisiete grados Celsius fuera. | Hace menos diecisiete grados centígrados fuera.
  ~Corrió 100 m en 9,8 s. → Corrió cien metros en nueve coma ocho segundos.
  ~El coche va a 90 km/h. → El coche va a noventa kilómetros por hora.
  ~Felipe VI es el rey. → Felipe sexto es el rey.
  ~Luis XIV reinó mucho. → Luis catorce reinó mucho.
  ~En el siglo XXI todo cambia. → En el siglo veintiuno todo cambia.
  ~En 1789 todo cambió. → En mil setecientos ochenta y nueve todo cambió.
  ~Los años 80 vuelven. → Los años ochenta vuelven.
  ~Ganaron 3-1 ayer. → Ganaron tres a uno ayer. | Ganaron tres uno ayer.
  ~El Ibex perdió un 1,7 %. → El Ibex perdió un uno coma siete por ciento.
  ~La sala mide 4 x 5 m. → La sala mide cuatro por cinco metros.
  ~Es la 2.ª vez. → Es la segunda vez.
  ~Mide 1,68 m de alto. → Mide uno coma sesenta y ocho metros de alto. | Mide un metro sesenta y ocho de alto.
  ~Casi 1,5 millones de personas. → Casi uno coma cinco millones de personas.
  ~Véase la pág. 214 del libro. → Véase la página doscientos catorce del libro.
  ~Lee el cap. 7 mañana. → Lee el capítulo siete mañana.
  ~El Sr. Pérez no está. → El señor Pérez no está.
  ~La Sra. Gil y la Srta. Ruiz llegan. → La señora Gil y la señorita Ruiz llegan.
  ~Mi número es el 612 34 56 78. → Mi número es el seis uno dos tres cuatro cinco seis siete ocho. | Mi número es el seiscientos doce treinta y cuatro cincuenta y seis setenta y ocho.
  ~El concierto es el 12/06/2025. → El concierto es el doce de junio de dos mil veinticinco.
  ~De 2019 a 2023 vivió allí. → De dos mil diecinueve a dos mil veintitrés vivió allí.
  ~Hay 21 casas. → Hay veintiuna casas.
  ~Hay 21 libros. → Hay veintiún libros.
  ~Hay 200 personas. → Hay doscientas personas.
  ~Compra 0,5 l de leche. → Compra cero coma cinco litros de leche.
  ~La cuerda tiene 7 mm. → La cuerda tiene siete milímetros.
  ~El archivo ocupa 750 KB. → El archivo ocupa setecientos cincuenta kilobytes.
  ~El disco es de 2 TB. → El disco es de dos terabytes.
  ~El terreno tiene 620 m². → El terreno tiene seiscientos veinte metros cuadrados.
  ~Vivo en la Avda. América, 8. → Vivo en la avenida América, ocho.
  ~EE. UU. firmó el acuerdo. → Estados Unidos firmó el acuerdo.
  ~Ruiz & Hijos cierra. → Ruiz y Hijos cierra. | Ruiz e Hijos cierra.
  ~2 + 3 = 5 es fácil. → dos más tres igual a cinco es fácil.
  ~7 × 8 = 56 también. → siete por ocho igual a cincuenta y seis también.
  ~12 ÷ 4 = 3 también. → doce dividido entre cuatro igual a tres también.
  ~El tren lleva 5 min de retraso. → El tren lleva cinco minutos de retraso.
  ~La A-7 está cortada. → La A siete está cortada.
  ~El art. 5 lo regula. → El artículo cinco lo regula.
  ~El precio baja de 1.299 a 999 €. → El precio baja de mil doscientos noventa y nueve a novecientos noventa y nueve euros.
  ~Vinieron 50-60 invitados. → Vinieron cincuenta a sesenta invitados. | Vinieron de cincuenta a sesenta invitados. | Vinieron cincuenta sesenta invitados.
  ~Gana 3.400 € brutos. → Gana tres mil cuatrocientos euros brutos.
  ~El café cuesta 1,50 €. → El café cuesta un euro con cincuenta. | El café cuesta un euro con cincuenta céntimos.
  ~Cuesta $20 en México. → Cuesta veinte dólares en México. | Cuesta veinte pesos en México.
  ~Abierto 24/7. → Abierto veinticuatro siete.
  ~Escribe a info@empresa.com. → Escribe a info arroba empresa punto com.
  ~Queda el 80 %, o sea 4/5. → Queda el ochenta por ciento, o sea cuatro quintos.
  ~El vuelo dura 2 h 30 min. → El vuelo dura dos horas treinta minutos. | El vuelo dura dos horas y treinta minutos.
  ~Juan Pablo II visitó México. → Juan Pablo segundo visitó México.
  ~La 1.ª edición es de 1605. → La primera edición es de mil seiscientos cinco.
  ~Son las 13:00 h. → Son las trece horas.
  ~Llegó a las 8 p. m. ayer. → Llegó a las ocho de la tarde ayer. | Llegó a las ocho p m ayer. | Llegó a las ocho de la noche ayer.
`);
