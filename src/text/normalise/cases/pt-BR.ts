/**
 * Portuguese of Brazil: Academia Brasileira de Letras (VOLP, numerais), Manual de Redação da Presidência da República
 * (datas, horas, porcentagens), INMETRO (unidades), CLDR `pt`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  Está fazendo -5 graus. → Está fazendo menos cinco graus.
  Hoje faz −12 °C aqui. → Hoje faz menos doze graus Celsius aqui.
  ~Amanhã fará +3 °C aqui. → Amanhã fará mais três graus Celsius aqui.
  A nota é 2,5. → A nota é dois vírgula cinco.
  O valor é 0,75. → O valor é zero vírgula setenta e cinco.
  Pi vale 3,14. → Pi vale três vírgula quatorze. | Pi vale três vírgula catorze.
  ~O resultado é 2,05. → O resultado é dois vírgula zero cinco.
  São 1.234.567 pessoas. → São um milhão duzentas e trinta e quatro mil quinhentas e sessenta e sete pessoas. | São um milhão, duzentas e trinta e quatro mil, quinhentas e sessenta e sete pessoas.
  São 25 000 habitantes. → São vinte e cinco mil habitantes.
  São 1.100 alunos. → São mil e cem alunos.
  ~São 12.500 alunos. → São doze mil e quinhentos alunos.
  São 200 casas. → São duzentas casas.
  Tenho 1 irmão e 2 irmãs. → Tenho um irmão e duas irmãs.
  Tem 16 anos. → Tem dezesseis anos.
  ~São 22 meninas. → São vinte e duas meninas.
  Os preços subiram 3 %. → Os preços subiram três por cento.
  São 12,5% a mais. → São doze vírgula cinco por cento a mais.
  ~É 5 ‰ do total. → É cinco por mil do total.
  Custa R$ 5. → Custa cinco reais.
  O livro custa R$ 12,50. → O livro custa doze reais e cinquenta centavos. | O livro custa doze reais e cinquenta.
  Custa R$ 1,00. → Custa um real.
  ~São R$ 1.299,99 no total. → São mil duzentos e noventa e nove reais e noventa e nove centavos no total. | São mil e duzentos e noventa e nove reais e noventa e nove centavos no total.
  Custa R$5,00 cada. → Custa cinco reais cada.
  Ele pagou US$ 100 por isso. → Ele pagou cem dólares por isso. | Ele pagou cem dólares americanos por isso.
  Custa 20 € lá. → Custa vinte euros lá.
  ~Custa R$ 0,80 cada. → Custa oitenta centavos cada. | Custa zero reais e oitenta centavos cada.
  Custou R$ 2 milhões. → Custou dois milhões de reais.
  Faltam 15 km. → Faltam quinze quilômetros.
  Vai a 120 km/h ali. → Vai a cento e vinte quilômetros por hora ali.
  Ele tem 1,80 m. → Ele tem um metro e oitenta. | Ele tem um vírgula oitenta metros. | Ele tem um vírgula oitenta metro. | Ele tem um metro e oitenta centímetros.
  ~Junte 250 g de farinha. → Junte duzentos e cinquenta gramas de farinha. | Junte duzentas e cinquenta gramas de farinha.
  A casa tem 85 m². → A casa tem oitenta e cinco metros quadrados.
  Cabem 60 l. → Cabem sessenta litros.
  Pesa 1 kg. → Pesa um quilograma. | Pesa um quilo.
  ~O arquivo tem 20 MB. → O arquivo tem vinte megabytes.
  O ângulo é de 45°. → O ângulo é de quarenta e cinco graus.
  É a 1ª vez. → É a primeira vez.
  Mora no 3º andar. → Mora no terceiro andar.
  É o 2.º lugar. → É o segundo lugar.
  ~É a 4ª edição. → É a quarta edição.
  É o 20º aniversário. → É o vigésimo aniversário.
  É a 21ª vez. → É a vigésima primeira vez.
  Nasceu no século XX. → Nasceu no século vinte.
  Foi no século V. → Foi no século quinto. | Foi no século cinco.
  ~Foi no século XIX. → Foi no século dezenove.
  Dom Pedro II reinava. → Dom Pedro segundo reinava.
  Luís XIV reinava. → Luís quatorze reinava. | Luís catorze reinava.
  ~João Paulo II morreu. → João Paulo segundo morreu.
  Leia o capítulo IV. → Leia o capítulo quatro. | Leia o capítulo quarto.
  O encontro é em 24/12/2023. → O encontro é em vinte e quatro de dezembro de dois mil e vinte e três.
  ~Nasceu em 03/10/1990. → Nasceu em três de outubro de mil novecentos e noventa.
  É de 15 de março de 1848. → É de quinze de março de mil oitocentos e quarenta e oito.
  É 1º de maio. → É primeiro de maio.
  A data é 2024-07-01. → A data é primeiro de julho de dois mil e vinte e quatro. | A data é um de julho de dois mil e vinte e quatro.
  Nasceu em 1998. → Nasceu em mil novecentos e noventa e oito.
  Era o ano de 1500. → Era o ano de mil e quinhentos.
  ~Foi em 2008. → Foi em dois mil e oito.
  Morreu em 44 a.C. em Roma. → Morreu em quarenta e quatro antes de Cristo em Roma.
  O trem sai às 14h30. → O trem sai às quatorze horas e trinta minutos. | O trem sai às quatorze e trinta. | O trem sai às catorze e trinta. | O trem sai às catorze horas e trinta minutos. | O trem sai às quatorze horas e trinta.
  São 8h05. → São oito horas e cinco minutos. | São oito e cinco. | São oito horas e cinco.
  Começa às 9h. → Começa às nove horas. | Começa às nove.
  ~O jogo é às 20:15. → O jogo é às vinte e quinze. | O jogo é às vinte horas e quinze minutos. | O jogo é às vinte horas e quinze.
  É 1h da manhã. → É uma hora da manhã. | É uma da manhã.
  São 22:00. → São vinte e duas horas. | São vinte e duas.
  Abre das 9h às 17h. → Abre das nove horas às dezessete horas. | Abre das nove às dezessete.
  Leia as páginas 10-15. → Leia as páginas dez a quinze.
  ~A guerra de 1914-1918 foi longa. → A guerra de mil novecentos e quatorze a mil novecentos e dezoito foi longa. | A guerra de mil novecentos e catorze a mil novecentos e dezoito foi longa.
  Junte 1/2 litro de leite. → Junte meio litro de leite. | Junte um meio litro de leite.
  Faltam 3/4 do total. → Faltam três quartos do total.
  ~Restam 2/3 do total. → Restam dois terços do total.
  Ligue para (11) 98765-4321. → Ligue para um um nove oito sete seis cinco quatro três dois um. | Ligue para onze nove oito sete seis cinco quatro três dois um. | Ligue para um um nove oito sete meia cinco quatro três dois um.
  ~Meu número é +55 11 98765-4321. → Meu número é mais cinco cinco um um nove oito sete seis cinco quatro três dois um.
  Ligue para 190. → Ligue para cento e noventa. | Ligue para um nove zero.
  Veja o § 5. → Veja o parágrafo cinco. | Veja o parágrafo quinto.
  Mora no n.º 7. → Mora no número sete.
  É o nº 1 do mundo. → É o número um do mundo.
  Silva & Filhos vendem. → Silva e Filhos vendem.
  ~O tema é #clima. → O tema é hashtag clima. | O tema é cerquilha clima.
  Calcule 3 × 4 = 12. → Calcule três vezes quatro igual a doze. | Calcule três vezes quatro é igual a doze.
  Calcule 7 + 5 = 12. → Calcule sete mais cinco igual a doze. | Calcule sete mais cinco é igual a doze.
  ~Calcule 10 - 4 = 6. → Calcule dez menos quatro igual a seis. | Calcule dez menos quatro é igual a seis.
  Sabe-se que 5 > 3. → Sabe-se que cinco maior que três. | Sabe-se que cinco é maior que três. | Sabe-se que cinco maior do que três. | Sabe-se que cinco é maior do que três.
  A tolerância é de ± 2 mm. → A tolerância é de mais ou menos dois milímetros.
  ~Calcule 20 ÷ 4 = 5. → Calcule vinte dividido por quatro igual a cinco. | Calcule vinte dividido por quatro é igual a cinco.
  Instale a versão 2.0.1. → Instale a versão dois ponto zero ponto um.
  O endereço é 192.168.0.1. → O endereço é cento e noventa e dois ponto cento e sessenta e oito ponto zero ponto um. | O endereço é um nove dois ponto um seis oito ponto zero ponto um.
  Escreva para info@exemplo.com.br logo. → Escreva para info arroba exemplo ponto com ponto b r logo.
  Visite www.exemplo.com hoje. → Visite w w w ponto exemplo ponto com hoje.
  ~Está em https://exemplo.com/ajuda agora. → Está em h t t p s dois pontos barra barra exemplo ponto com barra ajuda agora. | Está em exemplo ponto com barra ajuda agora.
  Frutas, p. ex. maçãs, fazem bem. → Frutas, por exemplo maçãs, fazem bem.
  Maçãs, peras, etc. são frutas. → Maçãs, peras, et cetera são frutas. | Maçãs, peras, etcétera são frutas.
  O Sr. Silva e a Sra. Costa. → O senhor Silva e a senhora Costa.
  ~O Dr. Souza chegou. → O doutor Souza chegou.
  A Profa. Lima mora na Av. Brasil. → A professora Lima mora na avenida Brasil.
  Veja a pág. 12. → Veja a página doze.
  ~São aprox. 20 pessoas. → São aproximadamente vinte pessoas.
  Ganhou de 2 x 1 ontem. → Ganhou de dois a um ontem. | Ganhou de dois por um ontem. | Ganhou de dois vezes um ontem.
  Os anos 90 passaram. → Os anos noventa passaram.
  Ligue 11 98765-4321 hoje. → Ligue um um, nove oito sete seis cinco, quatro três dois um hoje.
  O número é 99999-1234. → O número é nove nove nove nove nove, um dois três quatro.
  Demora 3,2 s. → Demora três vírgula dois segundos.
  Começa às 14.30 em ponto. → Começa às catorze e trinta em ponto.
  ~O pacote pesa 1,25 kg. → O pacote pesa um vírgula vinte e cinco quilogramas. | O pacote pesa um vírgula vinte e cinco quilos. | O pacote pesa um vírgula vinte e cinco quilograma.
  ~O aluguel sobe para R$ 780 por mês. → O aluguel sobe para setecentos e oitenta reais por mês.
  ~A loja abre às 7:45. → A loja abre às sete e quarenta e cinco. | A loja abre às sete horas e quarenta e cinco minutos.
  ~Dia 1º de janeiro de 2026 é feriado. → Dia primeiro de janeiro de dois mil e vinte e seis é feriado.
  ~A sessão dura 90 min. → A sessão dura noventa minutos.
  ~O rio tem 2.850 km. → O rio tem dois mil oitocentos e cinquenta quilômetros. | O rio tem dois mil e oitocentos e cinquenta quilômetros.
  ~Cerca de 1/3 das pessoas veio. → Cerca de um terço das pessoas veio.
  ~Restam 3/8 do bolo. → Restam três oitavos do bolo.
  ~Lá fora faz -17 °C. → Lá fora faz menos dezessete graus Celsius.
  ~Ele correu 100 m em 9,8 s. → Ele correu cem metros em nove vírgula oito segundos.
  ~O carro vai a 90 km/h. → O carro vai a noventa quilômetros por hora.
  ~Dom Pedro II foi imperador. → Dom Pedro segundo foi imperador.
  ~Luís XIV reinou muito. → Luís quatorze reinou muito. | Luís catorze reinou muito.
  ~No século XXI tudo muda. → No século vinte e um tudo muda.
  ~Em 1789 tudo mudou. → Em mil setecentos e oitenta e nove tudo mudou.
  ~Os anos 80 voltaram. → Os anos oitenta voltaram.
  ~Ganharam por 3 a 1 ontem. → Ganharam por três a um ontem.
  ~A bolsa caiu 1,7%. → A bolsa caiu um vírgula sete por cento.
  ~A sala mede 4 x 5 m. → A sala mede quatro por cinco metros. | A sala mede quatro vezes cinco metros.
  ~É a 2ª vez. → É a segunda vez.
  ~Ela tem 1,68 m. → Ela tem um vírgula sessenta e oito metros. | Ela tem um metro e sessenta e oito. | Ela tem um vírgula sessenta e oito metro.
  ~Quase 1,5 milhão de pessoas. → Quase um vírgula cinco milhão de pessoas.
  ~Veja a pág. 214 do livro. → Veja a página duzentos e quatorze do livro. | Veja a página duzentos e catorze do livro.
  ~Leia o cap. 7 amanhã. → Leia o capítulo sete amanhã.
  ~O Sr. Lima saiu. → O senhor Lima saiu.
  ~A Dra. Reis e o Prof. Melo chegam. → A doutora Reis e o professor Melo chegam.
  ~Meu número é (11) 91234-5678. → Meu número é um um nove um dois três quatro cinco seis sete oito.
  ~O show é em 12/06/2025. → O show é em doze de junho de dois mil e vinte e cinco.
  ~De 2019 a 2023 morou lá. → De dois mil e dezenove a dois mil e vinte e três morou lá.
  ~Há 21 casas. → Há vinte e uma casas.
  ~Há 2 meninas. → Há duas meninas.
  ~Há 200 pessoas. → Há duzentas pessoas.
  ~Compre 0,5 l de leite. → Compre zero vírgula cinco litro de leite. | Compre zero vírgula cinco litros de leite.
  ~A corda tem 7 mm. → A corda tem sete milímetros.
  ~O arquivo tem 750 KB. → O arquivo tem setecentos e cinquenta quilobytes. | O arquivo tem setecentos e cinquenta kilobytes.
  ~O disco é de 2 TB. → O disco é de dois terabytes.
  ~O terreno tem 620 m². → O terreno tem seiscentos e vinte metros quadrados.
  ~Moro na Av. Brasil, 8. → Moro na avenida Brasil, oito.
  ~Silva & Filhos fechou. → Silva e Filhos fechou.
  ~2 + 3 = 5 é fácil. → dois mais três igual a cinco é fácil.
  ~7 × 8 = 56 também. → sete vezes oito igual a cinquenta e seis também.
  ~12 ÷ 4 = 3 também. → doze dividido por quatro igual a três também.
  ~O trem atrasou 5 min. → O trem atrasou cinco minutos.
  ~A BR-101 está parada. → A BR cento e um está parada. | A BR um zero um está parada.
  ~O art. 5º garante isso. → O artigo quinto garante isso.
  ~O preço caiu de R$ 1.299 para R$ 999. → O preço caiu de mil duzentos e noventa e nove reais para novecentos e noventa e nove reais. | O preço caiu de mil e duzentos e noventa e nove reais para novecentos e noventa e nove reais.
  ~Vieram 50-60 convidados. → Vieram cinquenta a sessenta convidados. | Vieram de cinquenta a sessenta convidados.
  ~Ganha R$ 3.400 brutos. → Ganha três mil e quatrocentos reais brutos.
  ~O café custa R$ 1,50. → O café custa um real e cinquenta centavos.
  ~Custa US$ 20 lá. → Custa vinte dólares lá. | Custa vinte dólares americanos lá.
  ~Custa R$ 0,99 aqui. → Custa noventa e nove centavos aqui.
  ~Aberto 24 horas por dia. → Aberto vinte e quatro horas por dia.
  ~Escreva para info@empresa.com agora. → Escreva para info arroba empresa ponto com agora.
  ~Sobram 80%, ou seja, 4/5. → Sobram oitenta por cento, ou seja, quatro quintos.
  ~O voo dura 2h30min no total. → O voo dura duas horas e trinta minutos no total.
  ~São 13h agora. → São treze horas agora.
  ~R$ 2 milhões foram gastos. → dois milhões de reais foram gastos.
  ~Cheguei às 8 da noite. → Cheguei às oito da noite.
  ~Faltam 2 dias e 1 hora. → Faltam dois dias e uma hora.
`);
