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
`);
