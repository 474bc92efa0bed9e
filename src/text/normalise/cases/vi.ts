/**
 * Vietnamese, northern standard: the reading of numbers taught by the primary school programme (mốt, lăm, tư, linh), TCVN units, CLDR `vi`.
 */
import { casesOf } from './case.ts';

export const cases = casesOf(`
  ~Giá 50.000đ-100.000đ. → Giá năm mươi nghìn đồng đến một trăm nghìn đồng.
  Giá 10k-20k. → Giá mười nghìn đến hai mươi nghìn.
  Giá 10$-20$. → Giá mười đô la đến hai mươi đô la.
  ~Có 21 người. → Có hai mươi mốt người.
  Có 15 con mèo. → Có mười lăm con mèo.
  ~Có 25 cái bàn. → Có hai mươi lăm cái bàn. | Có hai mươi nhăm cái bàn.
  Có 24 giờ. → Có hai mươi bốn giờ. | Có hai mươi tư giờ.
  Anh ấy có 105 cuốn sách. → Anh ấy có một trăm linh năm cuốn sách. | Anh ấy có một trăm lẻ năm cuốn sách.
  Có 1005 người. → Có một nghìn không trăm linh năm người. | Có một nghìn không trăm lẻ năm người. | Có một ngàn không trăm lẻ năm người.
  Dân số là 12.345.678 người. → Dân số là mười hai triệu ba trăm bốn mươi lăm nghìn sáu trăm bảy mươi tám người.
  ~Có 1.000.000 người. → Có một triệu người.
  Nó có 10 ngón tay. → Nó có mười ngón tay.
  ~Tôi có 11 quyển vở. → Tôi có mười một quyển vở.
  Có 110 học sinh. → Có một trăm mười học sinh.
  Có 1.500 học sinh. → Có một nghìn năm trăm học sinh. | Có một ngàn năm trăm học sinh.
  Khoảng 2 tỷ người. → Khoảng hai tỷ người.
  ~Có 3.000.000.000 người. → Có ba tỷ người. | Có ba tỉ người.
  ~Kết quả là 0. → Kết quả là không.
  Số 404 bị lỗi. → Số bốn trăm linh bốn bị lỗi. | Số bốn trăm linh tư bị lỗi. | Số bốn trăm lẻ bốn bị lỗi. | Số bốn không bốn bị lỗi.
  ~Có 10 000 cây. → Có mười nghìn cây. | Có mười ngàn cây.
  ~Có 115 trang. → Có một trăm mười lăm trang.
  ~Có 51 tỉnh. → Có năm mươi mốt tỉnh.
  Nhiệt độ là -5 độ. → Nhiệt độ là âm năm độ.
  Kết quả là -12. → Kết quả là âm mười hai.
  Số là 2,5. → Số là hai phẩy năm.
  Số pi là 3,14. → Số pi là ba phẩy mười bốn. | Số pi là ba phẩy một bốn.
  ~Nó dài 0,5 mét. → Nó dài không phẩy năm mét.
  Sai số là 0,05. → Sai số là không phẩy không năm.
  Giảm 50% hôm nay. → Giảm năm mươi phần trăm hôm nay.
  Lãi suất là 7,5%. → Lãi suất là bảy phẩy năm phần trăm.
  Nồng độ là 3‰. → Nồng độ là ba phần nghìn. | Nồng độ là ba phần ngàn.
  Tăng 10-20% mỗi năm. → Tăng mười đến hai mươi phần trăm mỗi năm.
  Giá là 50.000đ. → Giá là năm mươi nghìn đồng. | Giá là năm mươi ngàn đồng.
  Giá là 1.500.000 ₫. → Giá là một triệu năm trăm nghìn đồng. | Giá là một triệu năm trăm ngàn đồng.
  Giá là 200.000 VND. → Giá là hai trăm nghìn đồng. | Giá là hai trăm nghìn đồng Việt Nam.
  Nó có giá $20. → Nó có giá hai mươi đô la. | Nó có giá hai mươi đô la Mỹ.
  ~Vé giá €15. → Vé giá mười lăm euro. | Vé giá mười lăm ơ rô.
  Sách giá 100 USD. → Sách giá một trăm đô la Mỹ. | Sách giá một trăm đô la.
  Giá £3 một cốc. → Giá ba bảng Anh một cốc. | Giá ba bảng một cốc.
  Giá ¥500 thôi. → Giá năm trăm yên thôi. | Giá năm trăm yên Nhật thôi.
  Hôm nay là thứ 3. → Hôm nay là thứ ba.
  Hôm nay là thứ 4. → Hôm nay là thứ tư.
  Đây là lần thứ 2. → Đây là lần thứ hai.
  Anh ấy về thứ 1. → Anh ấy về thứ nhất.
  ~Người thứ 10 là Nam. → Người thứ mười là Nam.
  Họ học lớp 4. → Họ học lớp bốn.
  Thế kỷ 21 bắt đầu. → Thế kỷ hai mươi mốt bắt đầu.
  Thế kỷ XXI bắt đầu. → Thế kỷ hai mươi mốt bắt đầu.
  Chương III rất khó. → Chương ba rất khó. | Chương thứ ba rất khó.
  Ngày 3/10/2024 là thứ năm. → Ngày ba tháng mười năm hai nghìn không trăm hai mươi tư là thứ năm. | Ngày ba tháng mười năm hai nghìn không trăm hai mươi bốn là thứ năm. | Ngày mùng ba tháng mười năm hai nghìn không trăm hai mươi tư là thứ năm.
  Ngày 20 tháng 11. → Ngày hai mươi tháng mười một.
  ~Ngày 15/4 họ đi. → Ngày mười lăm tháng tư họ đi. | Ngày mười lăm tháng bốn họ đi.
  Tháng 4 trời nóng. → Tháng tư trời nóng.
  ~Tháng 1 trời lạnh. → Tháng một trời lạnh. | Tháng giêng trời lạnh.
  Năm 1975 rất quan trọng. → Năm một nghìn chín trăm bảy mươi lăm rất quan trọng. | Năm một chín bảy lăm rất quan trọng.
  ~Năm 2005 tôi sinh ra. → Năm hai nghìn không trăm linh năm tôi sinh ra. | Năm hai nghìn không trăm lẻ năm tôi sinh ra. | Năm hai ngàn lẻ năm tôi sinh ra.
  Họ đến 2024-10-03. → Họ đến ngày ba tháng mười năm hai nghìn không trăm hai mươi tư. | Họ đến ngày ba tháng mười năm hai nghìn không trăm hai mươi bốn. | Họ đến ba tháng mười năm hai nghìn không trăm hai mươi tư. | Họ đến ba tháng mười năm hai nghìn không trăm hai mươi bốn.
  Lễ là 30/04/1975. → Lễ là ba mươi tháng tư năm một nghìn chín trăm bảy mươi lăm. | Lễ là ngày ba mươi tháng tư năm một nghìn chín trăm bảy mươi lăm.
  Họp lúc 14:30. → Họp lúc mười bốn giờ ba mươi. | Họp lúc mười bốn giờ ba mươi phút. | Họp lúc mười bốn giờ rưỡi.
  Tàu chạy lúc 14h30. → Tàu chạy lúc mười bốn giờ ba mươi. | Tàu chạy lúc mười bốn giờ ba mươi phút.
  Tôi dậy lúc 6h. → Tôi dậy lúc sáu giờ.
  ~Họp lúc 9:05. → Họp lúc chín giờ năm phút. | Họp lúc chín giờ năm. | Họp lúc chín giờ không năm. | Họp lúc chín giờ không năm phút.
  ~Đến lúc 10:00 nhé. → Đến lúc mười giờ nhé.
  Chờ 15 phút. → Chờ mười lăm phút.
  Làm từ 8h đến 17h. → Làm từ tám giờ đến mười bảy giờ.
  Gọi 0912 345 678. → Gọi không chín một hai ba bốn năm sáu bảy tám.
  Gọi 0912345678. → Gọi không chín một hai ba bốn năm sáu bảy tám.
  Gọi +84 912 345 678. → Gọi cộng tám bốn chín một hai ba bốn năm sáu bảy tám. | Gọi cộng tám mươi bốn chín một hai ba bốn năm sáu bảy tám.
  Gọi 113 ngay. → Gọi một một ba ngay. | Gọi một trăm mười ba ngay.
  Gọi 024-3825-6789. → Gọi không hai bốn ba tám hai năm sáu bảy tám chín.
  ~Nặng 5 kg. → Nặng năm ki lô gam.
  ~Nặng 60kg. → Nặng sáu mươi ki lô gam.
  Cao 180 cm. → Cao một trăm tám mươi xăng ti mét. | Cao một trăm tám mươi xen ti mét.
  ~Đi 10km. → Đi mười ki lô mét.
  ~Chạy 60 km/h. → Chạy sáu mươi ki lô mét trên giờ. | Chạy sáu mươi ki lô mét một giờ. | Chạy sáu mươi ki lô mét mỗi giờ. | Chạy sáu mươi ki lô mét giờ.
  Trời 25°C. → Trời hai mươi lăm độ xê. | Trời hai mươi lăm độ C. | Trời hai mươi lăm độ.
  Trời -3°C. → Trời âm ba độ xê. | Trời âm ba độ C. | Trời âm ba độ.
  Nhà rộng 90 m². → Nhà rộng chín mươi mét vuông.
  Uống 500ml nước. → Uống năm trăm mi li lít nước.
  ~Đợi 5-10 phút. → Đợi năm đến mười phút. | Đợi năm tới mười phút.
  Năm 1945-1975 có chiến tranh. → Năm một nghìn chín trăm bốn mươi lăm đến một nghìn chín trăm bảy mươi lăm có chiến tranh.
  ~Còn 1/2 cái bánh. → Còn một phần hai cái bánh. | Còn nửa cái bánh. | Còn một nửa cái bánh.
  Khoảng 3/4 số người. → Khoảng ba phần tư số người. | Khoảng ba phần bốn số người.
  3 + 5 = 8. → ba cộng năm bằng tám.
  ~6 × 7 = 42. → sáu nhân bảy bằng bốn mươi hai.
  10 - 3 = 7. → mười trừ ba bằng bảy.
  10 : 2 = 5. → mười chia hai bằng năm. | mười chia cho hai bằng năm.
  Tỉ số 3-2. → Tỉ số ba hai. | Tỉ số ba đến hai.
  Sai số ±2. → Sai số cộng trừ hai.
  x > 5. → x lớn hơn năm.
  Lan & Hoa. → Lan và Hoa.
  Bản 2.0.1. → Bản hai chấm không chấm một.
  Địa chỉ 192.168.1.1. → Địa chỉ một trăm chín mươi hai chấm một trăm sáu mươi tám chấm một chấm một. | Địa chỉ một chín hai chấm một sáu tám chấm một chấm một.
  Thư lan@abc.vn. → Thư lan a còng abc chấm vn. | Thư lan a còng a b c chấm v n.
  Phòng số 5. → Phòng số năm.
  ~Gói hàng nặng 1,25 kg. → Gói hàng nặng một phẩy hai mươi lăm ki lô gam. | Gói hàng nặng một phẩy hai mươi lăm kilôgam. | Gói hàng nặng một phẩy hai lăm kilôgam. | Gói hàng nặng một phẩy hai lăm ki lô gam.
  ~Tiền thuê là 7.800.000 đồng. → Tiền thuê là bảy triệu tám trăm nghìn đồng.
  ~Cửa hàng mở lúc 7:45. → Cửa hàng mở lúc bảy giờ bốn mươi lăm. | Cửa hàng mở lúc bảy giờ bốn mươi lăm phút.
  ~Ngày 1/1/2026 được nghỉ. → Ngày một tháng một năm hai nghìn không trăm hai mươi sáu được nghỉ.
  ~Buổi họp kéo dài 90 phút. → Buổi họp kéo dài chín mươi phút.
  ~Sông dài 1.149 km. → Sông dài một nghìn một trăm bốn mươi chín kilômét. | Sông dài một nghìn một trăm bốn mươi chín ki lô mét.
  ~Khoảng 1/3 số người đến. → Khoảng một phần ba số người đến.
  ~Còn 3/8 cái bánh. → Còn ba phần tám cái bánh.
  ~Ngoài trời -5 °C. → Ngoài trời âm năm độ C. | Ngoài trời âm năm độ xê.
  ~Anh ấy chạy 100 m trong 10 giây. → Anh ấy chạy một trăm mét trong mười giây.
  ~Xe chạy 90 km/h. → Xe chạy chín mươi kilômét trên giờ. | Xe chạy chín mươi ki lô mét trên giờ. | Xe chạy chín mươi kilômét một giờ.
  ~Thế kỷ XXI đã đến. → Thế kỷ hai mươi mốt đã đến.
  ~Năm 1975 chiến tranh kết thúc. → Năm một nghìn chín trăm bảy mươi lăm chiến tranh kết thúc.
  ~Tỷ số là 3-1. → Tỷ số là ba một. | Tỷ số là ba đến một. | Tỷ số là ba - một.
  ~Chứng khoán giảm 1,7%. → Chứng khoán giảm một phẩy bảy phần trăm.
  ~Căn phòng rộng 20 m². → Căn phòng rộng hai mươi mét vuông.
  ~Tôi ở tầng 3. → Tôi ở tầng ba.
  ~Chị ấy cao 1,68 m. → Chị ấy cao một phẩy sáu mươi tám mét. | Chị ấy cao một phẩy sáu tám mét.
  ~Gần 1,5 triệu người xem. → Gần một phẩy năm triệu người xem.
  ~Xem trang 214. → Xem trang hai trăm mười bốn.
  ~Số của tôi là 0912 345 678. → Số của tôi là không chín một hai ba bốn năm sáu bảy tám.
  ~Từ 2019 đến 2023 cô ấy ở đó. → Từ hai nghìn không trăm mười chín đến hai nghìn không trăm hai mươi ba cô ấy ở đó.
  ~Mua 500 ml sữa. → Mua năm trăm mi li lít sữa. | Mua năm trăm mililít sữa.
  ~Dây dày 7 mm. → Dây dày bảy mi li mét. | Dây dày bảy milimét.
  ~TP. HCM rất đông. → Thành phố Hồ Chí Minh rất đông. | Thành phố HCM rất đông.
  ~2 + 3 = 5 rất dễ. → hai cộng ba bằng năm rất dễ.
  ~7 × 8 = 56 cũng vậy. → bảy nhân tám bằng năm mươi sáu cũng vậy.
  ~Tàu trễ 5 phút. → Tàu trễ năm phút.
  ~Có 50-60 khách. → Có năm mươi đến sáu mươi khách.
  ~Cà phê giá 25.000đ. → Cà phê giá hai mươi lăm nghìn đồng.
  ~Cà phê giá 25k. → Cà phê giá hai mươi lăm nghìn.
  ~Giá là $20. → Giá là hai mươi đô la. | Giá là hai mươi đô la Mỹ.
  ~Gửi thư đến info@congty.vn. → Gửi thư đến info a còng congty chấm v n. | Gửi thư đến info a còng congty chấm vn.
  ~Gặp lúc 18h30. → Gặp lúc mười tám giờ ba mươi. | Gặp lúc mười tám giờ ba mươi phút.
  ~Chuyến bay mất 2 giờ 30 phút. → Chuyến bay mất hai giờ ba mươi phút.
  ~Giảm giá 50%. → Giảm giá năm mươi phần trăm.
  ~Năm nay em 21 tuổi. → Năm nay em hai mươi mốt tuổi.
  ~Có 105 học sinh. → Có một trăm linh năm học sinh. | Có một trăm lẻ năm học sinh.
  ~Có 1001 lý do. → Có một nghìn không trăm linh một lý do. | Có một nghìn lẻ một lý do.
  ~Quốc lộ 1A bị tắc. → Quốc lộ một A bị tắc.
  ~Thứ 2 đi học. → Thứ hai đi học.
  ~Quý IV năm 2024. → Quý bốn năm hai nghìn không trăm hai mươi tư. | Quý tư năm hai nghìn không trăm hai mươi tư.
  ~Điểm là 9,5/10. → Điểm là chín phẩy năm trên mười.
  ~Tệp nặng 750 KB. → Tệp nặng bảy trăm năm mươi kilobyte. | Tệp nặng bảy trăm năm mươi ki lô bai.
  ~Ổ cứng 2 TB. → Ổ cứng hai terabyte. | Ổ cứng hai tê ra bai.
  ~Nước ở 4 °C. → Nước ở bốn độ C.
  ~Nhà số 15 đường Láng. → Nhà số mười lăm đường Láng.
  ~Lớp 10A5 học sáng. → Lớp mười A năm học sáng.
  ~Bão số 3 đang tới. → Bão số ba đang tới.
  ~Chương V rất hay. → Chương năm rất hay.
  ~Vua Duy Tân lên ngôi năm 1907. → Vua Duy Tân lên ngôi năm một nghìn chín trăm linh bảy. | Vua Duy Tân lên ngôi năm một nghìn chín trăm lẻ bảy.
  ~Kích thước 4 x 5 m. → Kích thước bốn nhân năm mét.
  ~12 : 4 = 3 là đúng. → mười hai chia bốn bằng ba là đúng.
  ~10 - 4 = 6 là đúng. → mười trừ bốn bằng sáu là đúng.
  ~Từ 8h đến 17h mở cửa. → Từ tám giờ đến mười bảy giờ mở cửa.
  ~Dân số là 98 triệu. → Dân số là chín mươi tám triệu.
  ~Lãi suất 0,5%/năm. → Lãi suất không phẩy năm phần trăm một năm. | Lãi suất không phẩy năm phần trăm trên năm. | Lãi suất không phẩy năm phần trăm mỗi năm.
`);
