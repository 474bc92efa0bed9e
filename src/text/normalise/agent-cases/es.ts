/** Spanish, as language models write it for voice agents (see `en.ts` there). */
import { casesOf } from '../cases/case.ts';

export const cases = casesOf(String.raw`
  Estas son tus opciones:⏎- **Básico**: 9,99 €/mes⏎- **Pro**: 19,99 €/mes → Estas son tus opciones⏎Básico: nueve euros con noventa y nueve por mes⏎Pro: diecinueve euros con noventa y nueve por mes | Estas son tus opciones⏎Básico: nueve euros con noventa y nueve céntimos por mes⏎Pro: diecinueve euros con noventa y nueve céntimos por mes | Estas son tus opciones⏎Básico: nueve euros con noventa y nueve céntimos al mes⏎Pro: diecinueve euros con noventa y nueve céntimos al mes
  ## Resumen⏎Todo funciona. → Resumen⏎Todo funciona.
  1. Abre la aplicación⏎2. Toca *Cuenta*⏎3. ¡Listo! → uno. Abre la aplicación⏎dos. Toca Cuenta⏎tres. ¡Listo!
  | Plan | Precio |⏎|---|---|⏎| Mini | 5 € |⏎| Maxi | 10 € | → Plan, Precio⏎Mini, cinco euros⏎Maxi, diez euros
  Tu número de pedido es 4821390. → Tu número de pedido es cuatro ocho dos uno tres nueve cero. | Tu número de pedido es cuatro millones ochocientos veintiún mil trescientos noventa.
  Tu código es 739104. → Tu código es siete tres nueve uno cero cuatro. | Tu código es setecientos treinta y nueve mil ciento cuatro.
  Llámanos al 91 123 45 67. → Llámanos al nueve uno, uno dos tres, cuatro cinco, seis siete. | Llámanos al noventa y uno, ciento veintitrés, cuarenta y cinco, sesenta y siete.
  Nuestro número es +34 612 345 678. → Nuestro número es más tres cuatro, seis uno dos, tres cuatro cinco, seis siete ocho. | Nuestro número es más treinta y cuatro, seiscientos doce, trescientos cuarenta y cinco, seiscientos setenta y ocho.
  Marca 555-1234 para ayuda. → Marca cinco cinco cinco, uno dos tres cuatro para ayuda.
  Escribe a ana.garcia@ejemplo.es. → Escribe a ana punto garcia arroba ejemplo punto e ese. | Escribe a ana punto garcia arroba ejemplo punto {es}.
  Visita www.ejemplo.com/ayuda. → Visita uve doble uve doble uve doble punto ejemplo punto com barra ayuda. | Visita w w w punto ejemplo punto com barra ayuda.
  Mira [nuestra página de ayuda](https://ejemplo.com/ayuda?id=5). → Mira nuestra página de ayuda.
  Tu cita es el mar. 4 de marzo a las 14:30. → Tu cita es el martes cuatro de marzo a las catorce treinta. | Tu cita es el martes cuatro de marzo a las catorce y treinta.
  Abrimos de lun. a vie. de 9:00 a 17:00 h. → Abrimos de lunes a viernes de nueve a diecisiete horas. | Abrimos de lunes a viernes de nueve horas a diecisiete horas. | Abrimos de lunes a viernes de las nueve a las diecisiete horas. | Abrimos de lunes a viernes de nueve a diecisiete.
  El vuelo sale a las 7:05 a. m. → El vuelo sale a las siete cero cinco de la mañana. | El vuelo sale a las siete y cinco de la mañana. | El vuelo sale a las siete cinco de la mañana. | El vuelo sale a las siete y cinco a m.
  Vence el 31/01/2025. → Vence el treinta y uno de enero de dos mil veinticinco.
  Llega el 1 de abril. → Llega el uno de abril. | Llega el primero de abril.
  Tu saldo es de -42,50 €. → Tu saldo es de menos cuarenta y dos euros con cincuenta. | Tu saldo es de menos cuarenta y dos euros con cincuenta céntimos.
  Son $1,249.99 con IVA. → Son mil doscientos cuarenta y nueve dólares con noventa y nueve centavos con IVA. | Son mil doscientos cuarenta y nueve dólares con noventa y nueve con IVA.
  Ahorras aprox. un 15 %. → Ahorras aproximadamente un quince por ciento.
  Pesa 2,5 kg. → Pesa dos coma cinco kilogramos. | Pesa dos coma cinco kilos.
  Hay -3 °C y viento de 20 km/h. → Hay menos tres grados Celsius y viento de veinte kilómetros por hora. | Hay menos tres grados centígrados y viento de veinte kilómetros por hora.
  El envío tarda 3-5 días hábiles. → El envío tarda tres a cinco días hábiles. | El envío tarda de tres a cinco días hábiles.
  Añade 1/2 taza de azúcar. → Añade media taza de azúcar. | Añade un medio taza de azúcar.
  Eres el n.º 2 en la cola. → Eres el número dos en la cola.
  ¡Genial! 🎉 Tu reserva está confirmada ✅ → ¡Genial! Tu reserva está confirmada
  El vuelo IB1234 sale de la puerta B22. → El vuelo I B doce treinta y cuatro sale de la puerta {B} veintidós. | El vuelo I B uno dos tres cuatro sale de la puerta {B} veintidós. | El vuelo I B mil doscientos treinta y cuatro sale de la puerta {B} veintidós.
  Nuestra dirección: C/ Mayor, 12, 28013 Madrid. → Nuestra dirección: calle Mayor, doce, veintiocho cero trece Madrid. | Nuestra dirección: calle Mayor, doce, dos ocho cero uno tres Madrid. | Nuestra dirección: calle Mayor, doce, veintiocho mil trece Madrid.
  La tarjeta terminada en 4242 fue cargada. → La tarjeta terminada en cuatro dos cuatro dos fue cargada. | La tarjeta terminada en cuarenta y dos cuarenta y dos fue cargada. | La tarjeta terminada en cuatro mil doscientos cuarenta y dos fue cargada.
  Ventajas:⏎* rápido⏎* barato⏎Desventaja:⏎* ruidoso → Ventajas⏎rápido⏎barato⏎Desventaja⏎ruidoso
  ¿Café y/o té? → ¿Café y o té? | ¿Café y barra o té?
  La Dra. López y el Sr. Ruiz están en el 2.º piso. → La doctora López y el señor Ruiz están en el segundo piso.
  Paso 1: pulsa durante 10 s. → Paso uno: pulsa durante diez segundos.
  Valorado con 4,8/5 por 1.200 clientes. → Valorado con cuatro coma ocho sobre cinco por mil doscientos clientes. | Valorado con cuatro coma ocho de cinco por mil doscientos clientes.
  El total es de 21 € (IVA incl.). → El total es de veintiún euros, IVA incluido. | El total es de veintiún euros, IVA incluida.
`);
