/** Portuguese of Brazil, as language models write it for voice agents (see `en.ts` there). */
import { casesOf } from '../cases/case.ts';

export const cases = casesOf(String.raw`
  Estas são as opções:⏎- **Básico**: R$ 9,99/mês⏎- **Pro**: R$ 19,99/mês → Estas são as opções⏎Básico: nove reais e noventa e nove centavos por mês⏎Pro: dezenove reais e noventa e nove centavos por mês
  ## Resumo⏎Tudo funciona. → Resumo⏎Tudo funciona.
  1. Abra o aplicativo⏎2. Toque em *Conta*⏎3. Pronto! → um. Abra o aplicativo⏎dois. Toque em Conta⏎três. Pronto!
  | Plano | Preço |⏎|---|---|⏎| Mini | R$ 5 |⏎| Maxi | R$ 10 | → Plano, Preço⏎Mini, cinco reais⏎Maxi, dez reais
  O número do pedido é 4821390. → O número do pedido é quatro oito dois um três nove zero. | O número do pedido é quatro milhões oitocentos e vinte e um mil trezentos e noventa. | O número do pedido é quatro oito dois um três nove zero.
  O código é 739104. → O código é sete três nove um zero quatro. | O código é setecentos e trinta e nove mil cento e quatro. | O código é setecentos e trinta e nove mil e cento e quatro.
  Ligue para (11) 98765-4321. → Ligue para um um, nove oito sete seis cinco, quatro três dois um. | Ligue para onze, nove oito sete seis cinco, quatro três dois um.
  Nosso número é +55 21 3333-4444. → Nosso número é mais cinco cinco, dois um, três três três três, quatro quatro quatro quatro. | Nosso número é mais cinquenta e cinco, vinte e um, três três três três, quatro quatro quatro quatro.
  Ligue 0800 123 4567. → Ligue zero oitocentos, um dois três, quatro cinco seis sete. | Ligue zero oito zero zero, um dois três, quatro cinco seis sete.
  Escreva para ana.souza@exemplo.com.br. → Escreva para ana ponto souza arroba exemplo ponto com ponto b r.
  Acesse www.exemplo.com/ajuda. → Acesse w w w ponto exemplo ponto com barra ajuda.
  Veja [nossa página de ajuda](https://exemplo.com/ajuda?id=5). → Veja nossa página de ajuda.
  Sua consulta é ter., 4 de março, às 14h30. → Sua consulta é terça, quatro de março, às quatorze horas e trinta minutos. | Sua consulta é terça-feira, quatro de março, às quatorze e trinta. | Sua consulta é terça-feira, quatro de março, às quatorze horas e trinta minutos. | Sua consulta é terça-feira, quatro de março, às catorze e trinta. | Sua consulta é terça-feira, quatro de março, às quatorze horas e trinta. | Sua consulta é terça, quatro de março, às catorze horas e trinta minutos.
  Abrimos de seg. a sex., das 9h às 17h. → Abrimos de segunda a sexta, das nove horas às 17 horas. | Abrimos de segunda-feira a sexta-feira, das nove horas às dezessete horas. | Abrimos de segunda a sexta, das nove às dezessete.
  O voo sai às 7:05. → O voo sai às sete e cinco. | O voo sai às sete horas e cinco minutos. | O voo sai às sete zero cinco.
  Vence em 31/01/2025. → Vence em trinta e um de janeiro de dois mil e vinte e cinco.
  Chega em 1º de abril. → Chega em primeiro de abril.
  Seu saldo é de -R$ 42,50. → Seu saldo é de menos quarenta e dois reais e cinquenta centavos.
  São R$ 1.249,99 com frete. → São mil duzentos e quarenta e nove reais e noventa e nove centavos com frete. | São mil e duzentos e quarenta e nove reais e noventa e nove centavos com frete.
  Você economiza aprox. 15%. → Você economiza aproximadamente quinze por cento.
  Pesa 2,5 kg. → Pesa dois vírgula cinco quilogramas. | Pesa dois vírgula cinco quilos.
  Faz -3 °C com vento de 20 km/h. → Faz menos três graus Celsius com vento de vinte quilômetros por hora.
  A entrega leva 3-5 dias úteis. → A entrega leva três a cinco dias úteis. | A entrega leva de três a cinco dias úteis.
  Adicione 1/2 xícara de açúcar. → Adicione meia xícara de açúcar. | Adicione um meio xícara de açúcar. | Adicione meio xícara de açúcar.
  Você é o nº 2 da fila. → Você é o número dois da fila.
  Ótimo! 🎉 Sua reserva está confirmada ✅ → Ótimo! Sua reserva está confirmada
  O voo LA3456 sai do portão B22. → O voo L A três quatro cinco seis sai do portão {B} vinte e dois. | O voo L A trinta e quatro cinquenta e seis sai do portão {B} vinte e dois. | O voo L A três mil quatrocentos e cinquenta e seis sai do portão {B} vinte e dois.
  Nosso endereço: Av. Paulista, 1578, CEP 01310-200. → Nosso endereço: avenida Paulista, mil quinhentos e setenta e oito, {Cep} zero um três um zero dois zero zero. | Nosso endereço: avenida Paulista, mil e quinhentos e setenta e oito, {Cep} zero um três um zero dois zero zero. | Nosso endereço: avenida Paulista, um cinco sete oito, {Cep} zero um três um zero dois zero zero. | Nosso endereço: avenida Paulista, mil quinhentos e setenta e oito, C E P zero um três um zero dois zero zero. | Nosso endereço: avenida Paulista, quinze setenta e oito, CEP zero um três um zero dois zero zero. | Nosso endereço: avenida Paulista, mil quinhentos e setenta e oito, CEP zero um três um zero, dois zero zero.
  Seu CPF é 123.456.789-09. → Seu C P F é um dois três quatro cinco seis sete oito nove zero nove.
  O cartão com final 4242 foi cobrado. → O cartão com final quatro dois quatro dois foi cobrado. | O cartão com final quarenta e dois quarenta e dois foi cobrado. | O cartão com final quatro mil duzentos e quarenta e dois foi cobrado.
  Vantagens:⏎* rápido⏎* barato⏎Desvantagem:⏎* barulhento → Vantagens⏎rápido⏎barato⏎Desvantagem⏎barulhento
  Café e/ou chá? → Café e ou chá? | Café e barra ou chá?
  A Dra. Lima e o Sr. Reis estão no 2º andar. → A doutora Lima e o senhor Reis estão no segundo andar.
  Passo 1: segure por 10 s. → Passo um: segure por dez segundos.
  Avaliado com 4,8/5 por 1.200 clientes. → Avaliado com quatro vírgula oito de cinco por mil e duzentos clientes. | Avaliado com quatro vírgula oito sobre cinco por mil e duzentos clientes. | Avaliado com quatro vírgula oito em cinco por mil e duzentos clientes. | Avaliado com quatro vírgula oito por cinco por mil e duzentos clientes.
`);
