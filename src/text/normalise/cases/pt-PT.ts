/**
 * Portuguese of Portugal: Ciberdúvidas da Língua Portuguesa (numerais, datas, horas, símbolos), Código de Redação
 * Interinstitucional da União Europeia, CLDR `pt-PT`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Estão -5 graus. → Estão menos cinco graus.
  Hoje estão −12 °C aqui. → Hoje estão menos doze graus Celsius aqui.
  ~Amanhã estarão +3 °C aqui. → Amanhã estarão mais três graus Celsius aqui.
  A nota é 2,5. → A nota é dois vírgula cinco.
  O valor é 0,75. → O valor é zero vírgula setenta e cinco.
  Pi vale 3,14. → Pi vale três vírgula catorze.
  ~O resultado é 2,05. → O resultado é dois vírgula zero cinco.
  São 1 234 567 pessoas. → São um milhão duzentas e trinta e quatro mil quinhentas e sessenta e sete pessoas. | São um milhão, duzentas e trinta e quatro mil, quinhentas e sessenta e sete pessoas.
  São 25 000 habitantes. → São vinte e cinco mil habitantes.
  São 1100 alunos. → São mil e cem alunos.
  ~São 12 500 alunos. → São doze mil e quinhentos alunos.
  São 200 casas. → São duzentas casas.
  Tenho 1 irmão e 2 irmãs. → Tenho um irmão e duas irmãs.
  Tem 16 anos. → Tem dezasseis anos.
  ~Tem 19 anos. → Tem dezanove anos.
  Os preços subiram 3 %. → Os preços subiram três por cento.
  São 12,5% a mais. → São doze vírgula cinco por cento a mais.
  ~É 5 ‰ do total. → É cinco por mil do total.
  Custa 5 €. → Custa cinco euros.
  O livro custa 12,50 €. → O livro custa doze euros e cinquenta cêntimos. | O livro custa doze euros e cinquenta.
  Custa 1 €. → Custa um euro.
  ~São 1299,99 € no total. → São mil duzentos e noventa e nove euros e noventa e nove cêntimos no total.
  Pagou $100 por isso. → Pagou cem dólares por isso.
  Custa 200 £ lá. → Custa duzentas libras lá. | Custa duzentas libras esterlinas lá.
  ~Custa 0,80 € cada. → Custa oitenta cêntimos cada. | Custa zero euros e oitenta cêntimos cada.
  Custou 2 milhões de euros. → Custou dois milhões de euros.
  Faltam 15 km. → Faltam quinze quilómetros.
  Vai a 120 km/h ali. → Vai a cento e vinte quilómetros por hora ali.
  Tem 1,80 m. → Tem um metro e oitenta. | Tem um vírgula oitenta metros. | Tem um vírgula oitenta metro.
  ~Junte 250 g de farinha. → Junte duzentos e cinquenta gramas de farinha. | Junte duzentas e cinquenta gramas de farinha.
  A casa tem 85 m². → A casa tem oitenta e cinco metros quadrados.
  Cabem 60 l. → Cabem sessenta litros.
  Pesa 1 kg. → Pesa um quilograma. | Pesa um quilo.
  ~O ficheiro tem 20 MB. → O ficheiro tem vinte megabytes.
  O ângulo é de 45°. → O ângulo é de quarenta e cinco graus.
  É a 1.ª vez. → É a primeira vez.
  Mora no 3.º andar. → Mora no terceiro andar.
  É o 2.º lugar. → É o segundo lugar.
  ~É a 4.ª edição. → É a quarta edição.
  É o 20.º aniversário. → É o vigésimo aniversário.
  Nasceu no século XX. → Nasceu no século vinte.
  Foi no século XIX. → Foi no século dezanove.
  Dom João II reinava. → Dom João segundo reinava.
  ~Luís XVI reinava. → Luís dezasseis reinava.
  Leia o capítulo IV. → Leia o capítulo quatro. | Leia o capítulo quarto.
  A reunião é em 24/12/2023. → A reunião é em vinte e quatro de dezembro de dois mil e vinte e três.
  ~Nasceu em 03-10-1990. → Nasceu em três de outubro de mil novecentos e noventa.
  É de 15 de março de 1848. → É de quinze de março de mil oitocentos e quarenta e oito.
  A data é 2024-07-01. → A data é um de julho de dois mil e vinte e quatro. | A data é primeiro de julho de dois mil e vinte e quatro.
  Foi em 25 de abril de 1974. → Foi em vinte e cinco de abril de mil novecentos e setenta e quatro.
  Nasceu em 1998. → Nasceu em mil novecentos e noventa e oito.
  ~Foi em 2016. → Foi em dois mil e dezasseis.
  Morreu em 44 a. C. em Roma. → Morreu em quarenta e quatro antes de Cristo em Roma.
  O comboio parte às 14h30. → O comboio parte às catorze horas e trinta minutos. | O comboio parte às catorze e trinta. | O comboio parte às catorze horas e trinta.
  São 8h05. → São oito horas e cinco minutos. | São oito e cinco. | São oito horas e cinco.
  Começa às 9h. → Começa às nove horas. | Começa às nove.
  ~O jogo é às 20:15. → O jogo é às vinte e quinze. | O jogo é às vinte horas e quinze minutos. | O jogo é às vinte horas e quinze.
  É 1h da manhã. → É uma hora da manhã. | É uma da manhã.
  Leia as páginas 10-15. → Leia as páginas dez a quinze.
  ~A guerra de 1914-1918 foi longa. → A guerra de mil novecentos e catorze a mil novecentos e dezoito foi longa.
  Junte 1/2 litro de leite. → Junte meio litro de leite. | Junte um meio litro de leite.
  Faltam 3/4 do total. → Faltam três quartos do total.
  ~Restam 2/3 do total. → Restam dois terços do total.
  Ligue para o 213 456 789. → Ligue para o dois um três quatro cinco seis sete oito nove. | Ligue para o dois um três quatro cinco seis sete oito nove.
  ~O meu número é +351 912 345 678. → O meu número é mais três cinco um nove um dois três quatro cinco seis sete oito.
  Veja o § 5. → Veja o parágrafo cinco. | Veja o parágrafo quinto.
  Mora no n.º 7. → Mora no número sete.
  Silva & Filhos vendem. → Silva e Filhos vendem.
  ~O tema é #clima. → O tema é hashtag clima. | O tema é cardinal clima.
  Calcule 3 × 4 = 12. → Calcule três vezes quatro igual a doze. | Calcule três vezes quatro é igual a doze.
  Calcule 7 + 5 = 12. → Calcule sete mais cinco igual a doze. | Calcule sete mais cinco é igual a doze.
  ~Calcule 10 - 4 = 6. → Calcule dez menos quatro igual a seis. | Calcule dez menos quatro é igual a seis.
  Sabe-se que 2 < 4. → Sabe-se que dois menor que quatro. | Sabe-se que dois é menor que quatro. | Sabe-se que dois menor do que quatro. | Sabe-se que dois é menor do que quatro.
  A tolerância é de ± 2 mm. → A tolerância é de mais ou menos dois milímetros.
  Instale a versão 2.0.1. → Instale a versão dois ponto zero ponto um.
  ~O endereço é 192.168.0.1. → O endereço é cento e noventa e dois ponto cento e sessenta e oito ponto zero ponto um. | O endereço é um nove dois ponto um seis oito ponto zero ponto um.
  Escreva para info@exemplo.pt depressa. → Escreva para info arroba exemplo ponto p t depressa.
  Visite www.exemplo.pt hoje. → Visite w w w ponto exemplo ponto p t hoje.
  Fruta, p. ex. maçãs, faz bem. → Fruta, por exemplo maçãs, faz bem.
  Maçãs, peras, etc. são fruta. → Maçãs, peras, et cetera são fruta. | Maçãs, peras, etcétera são fruta.
  O Sr. Silva e a Sr.ª Costa. → O senhor Silva e a senhora Costa.
  ~O Dr. Sousa chegou. → O doutor Sousa chegou.
  A Dra. Lima mora na Av. Roma. → A doutora Lima mora na avenida Roma.
  Veja a pág. 12. → Veja a página doze.
`);
