/** Units and formulas: BIPM SI brochure 5.4, NIST SP 811 §7, The Chicago Manual of Style 9.16–9.18 and 10.49–10.66. */
export const measure = String.raw`
5 kg => five kilograms
5kg => five kilograms
1 kg => one kilogram
0.5 kg => zero point five kilograms | point five kilograms
250 g => two hundred fifty grams
500 mg => five hundred milligrams
20 µg => twenty micrograms
20 μg => twenty micrograms
3 t of coal => three tons of coal | three tonnes of coal | three metric tons of coal
150 lbs => one hundred fifty pounds
1 lb. => one pound
8 oz. of water => eight ounces of water
16 fl oz => sixteen fluid ounces
5 km => five kilometers
100 m => one hundred meters
100m dash => one hundred meters dash | one hundred meter dash
3.5 m => three point five meters
30 cm => thirty centimeters
5 mm => five millimeters
10 nm => ten nanometers
26.2 mi => twenty six point two miles
6 ft => six feet
6 ft 2 in => six feet two inches | six foot two inches
10 in. of snow => ten inches of snow
a 12-in. ruler => a twelve inch ruler | a twelve inches ruler
6'2" => six foot two | six feet two inches
5′10″ => five foot ten | five feet ten inches
5' tall => five feet tall | five foot tall
a 27" monitor => a twenty seven inch monitor | a twenty seven inches monitor
60 mph => sixty miles per hour
100 km/h => one hundred kilometers per hour
10 m/s => ten meters per second
9.8 m/s² => nine point eight meters per second squared
9.8 m/s^2 => nine point eight meters per second squared
50 m² => fifty square meters
20 m³ => twenty cubic meters
1,200 sq ft => one thousand two hundred square feet | twelve hundred square feet
100 sq. ft. => one hundred square feet
3 km² => three square kilometers
2 L => two liters
2L => two liters
330 ml => three hundred thirty milliliters
500 mL => five hundred milliliters
1 gal => one gallon
2 tsp salt => two teaspoons salt
1 tbsp. => one tablespoon
20°C => twenty degrees celsius
20 °C => twenty degrees celsius
-4°F => minus four degrees fahrenheit
72° => seventy two degrees
a 90° turn => a ninety degree turn | a ninety degrees turn
300 K => three hundred kelvins | three hundred kelvin | three hundred k
1 °C => one degree celsius
37.5℃ => thirty seven point five degrees celsius
16 GB => sixteen gigabytes
512MB => five hundred twelve megabytes
2 TB => two terabytes
100 Mbps => one hundred megabits per second
100 Mb/s => one hundred megabits per second
1 GB/s => one gigabyte per second
3.2 GHz => three point two gigahertz
50 Hz => fifty hertz
60 W => sixty watts
5 kW => five kilowatts
3 MW => three megawatts
12 V => twelve volts
5V => five volts
220V => two hundred twenty volts
10 A fuse => ten ampere fuse | ten amp fuse | ten amps fuse | ten amperes fuse
500 mA => five hundred milliamps | five hundred milliamperes
10 kWh => ten kilowatt hours
100 Ω => one hundred ohms
4.7 kΩ => four point seven kilohms | four point seven kilo ohms
30 dB => thirty decibels
101.3 kPa => one hundred one point three kilopascals
32 psi => thirty two p s i | thirty two pounds per square inch
5 N·m => five newton meters
200 kcal => two hundred kilocalories
5 J => five joules
120/80 mmHg => one hundred twenty over eighty millimeters of mercury | one twenty over eighty millimeters of mercury
15 ms => fifteen milliseconds
10 µs => ten microseconds
30 fps => thirty frames per second | thirty f p s
90 bpm => ninety beats per minute | ninety b p m
3000 rpm => three thousand revolutions per minute | three thousand r p m
25 mpg => twenty five miles per gallon | twenty five m p g
5 ppm => five parts per million
1920x1080 => nineteen twenty by ten eighty | one thousand nine hundred twenty by one thousand eighty
1080p => ten eighty p
720p => seven twenty p | seven hundred twenty p
4K video => four k video
3×4 m => three by four meters
8.5" x 11" => eight point five inches by eleven inches | eight point five inch by eleven inch
3 m x 4 m => three meters by four meters
4x4 => four by four
a 2x4 => a two by four
10 kg/m³ => ten kilograms per cubic meter
5 mg/kg => five milligrams per kilogram
100 mg/dL => one hundred milligrams per deciliter
5-10 km => five to ten kilometers
5km-10km => five kilometers to ten kilometers | five to ten kilometers
a 5-lb bag => a five pound bag | a five pounds bag
a 10-km run => a ten kilometer run | a ten kilometers run
40°45' N => forty degrees forty five minutes north
40.7° N => forty point seven degrees north
3 ha => three hectares
5 acres => five acres
18 ct gold => eighteen carat gold | eighteen karat gold
2 in => two inches
He ran 5 km. Then => he ran five kilometers then
weighs 5 kg. => weighs five kilograms
５ｋｇ => five kilograms
`;

export const range = String.raw`
pp. 12-15 => pages twelve to fifteen | pages twelve through fifteen
pages 10–20 => pages ten to twenty
10-15 minutes => ten to fifteen minutes
7–10 days => seven to ten days
ages 5-12 => ages five to twelve
9-5 => nine to five
a 9-to-5 job => a nine to five job
20-30% => twenty to thirty percent
20%–30% => twenty percent to thirty percent | twenty to thirty percent
1,000-2,000 people => one thousand to two thousand people
1.5-2.5 => one point five to two point five
-5 to 10 => minus five to ten
-10 – -5 => minus ten to minus five
-10 to -5 degrees => minus ten to minus five degrees
Mon-Fri => monday to friday | monday through friday
Mon.–Fri. => monday to friday | monday through friday
Mon–Sat => monday to saturday | monday through saturday
Tues-Thurs => tuesday to thursday | tuesday through thursday
Jan-Mar => january to march | january through march
June–August => june to august | june august
A-Z => a to z
65°F–75°F => sixty five degrees fahrenheit to seventy five degrees fahrenheit
65–75°F => sixty five to seventy five degrees fahrenheit
5–10 kg => five to ten kilograms
5-10kg => five to ten kilograms
5 kg–10 kg => five kilograms to ten kilograms
2–3x => two to three times | two to three x
won 3-2 => won three to two | won three two
a 21–14 win => a twenty one to fourteen win | a twenty one fourteen win
Chapters 3–5 => chapters three to five | chapters three through five
1st-3rd => first to third
the 1st–3rd grades => the first to third grades
18-24 year olds => eighteen to twenty four year olds
5–6 p.m. => five to six p m
10 a.m.-2 p.m. => ten a m to two p m
Rooms 101-110 => rooms one oh one to one ten | rooms one hundred one to one hundred ten
2 - 3 weeks => two to three weeks
10 – 20 people => ten to twenty people
5~10 => five to ten
0-100 => zero to one hundred
from 10-12 => from ten to twelve
100-200 mg => one hundred to two hundred milligrams
50–60 mph => fifty to sixty miles per hour
2-4pm => two to four p m
3-6 months => three to six months
grades K-12 => grades k to twelve | grades k twelve | grades k through twelve
Levels 1–3 => levels one to three
3.5–4.0 => three point five to four point zero
$1M-$2M => one million dollars to two million dollars | one to two million dollars
1–1.5 L => one to one point five liters
`;

export const math = String.raw`
2 + 2 = 4 => two plus two equals four
2+2=4 => two plus two equals four
1-2=5 => one minus two equals five
5-3=2 => five minus three equals two
5 - 3 = 2 => five minus three equals two
7 − 4 = 3 => seven minus four equals three
3 × 4 = 12 => three times four equals twelve
3×4=12 => three times four equals twelve
6 * 7 => six times seven
6*7=42 => six times seven equals forty two
10 / 2 = 5 => ten divided by two equals five
10/2=5 => ten divided by two equals five
8 ÷ 2 => eight divided by two
8÷2=4 => eight divided by two equals four
x = 5 => x equals five
x=5 => x equals five
y = 2x + 1 => y equals two x plus one
a + b => a plus b
a < b => a less than b | a is less than b
x > 0 => x greater than zero | x is greater than zero
x >= 5 => x greater than or equal to five
x ≤ 3 => x less than or equal to three | x is less than or equal to three
x≥7 => x greater than or equal to seven | x is greater than or equal to seven
≥18 => greater than or equal to eighteen | at least eighteen
≤ 5 => less than or equal to five | at most five
<10 => less than ten
> 100 => greater than one hundred | more than one hundred
x ≠ y => x is not equal to y | x not equal to y | x does not equal y
π ≈ 3.14 => pi approximately three point one four | pi is approximately three point one four | pi approximately equals three point one four | pi is approximately equal to three point one four
±5 => plus or minus five
20 ± 2 => twenty plus or minus two
20±2 => twenty plus or minus two
-5 => minus five | negative five
+5 => plus five | positive five
－5 => minus five
＋5 => plus five
x² => x squared
x^2 => x squared | x to the power of two | x to the second power
5³ => five cubed
2^10 => two to the power of ten | two to the tenth power | two to the tenth
10^6 => ten to the power of six | ten to the sixth power | ten to the sixth
10⁻³ => ten to the power of minus three | ten to the minus three | ten to the minus third
10⁶ => ten to the power of six | ten to the sixth power | ten to the sixth
6.02×10²³ => six point zero two times ten to the power of twenty three | six point zero two times ten to the twenty third
√16 => square root of sixteen | the square root of sixteen
√16 = 4 => square root of sixteen equals four | the square root of sixteen equals four
2:1 => two to one
a ratio of 16:9 => a ratio of sixteen to nine
50% of 80 = 40 => fifty percent of eighty equals forty
E = mc² => e equals m c squared
a² + b² = c² => a squared plus b squared equals c squared
f(x) => f of x | f x
∞ => infinity
n→∞ => n approaches infinity | n to infinity
3 + (-2) => three plus minus two | three plus negative two
(5+3)*2 => five plus three times two | open parenthesis five plus three close parenthesis times two
1.5e10 => one point five times ten to the power of ten | one point five e ten | one point five times ten to the tenth
3e-5 => three times ten to the power of minus five | three e minus five | three times ten to the minus fifth
α = 0.05 => alpha equals zero point zero five | alpha equals point oh five
p < 0.05 => p less than zero point zero five | p is less than zero point zero five | p less than point oh five
∑ => sum
5 == 5 => five equals five | five equals equals five
a != b => a is not equal to b | a not equal to b | a does not equal b
5 ＝ 5 => five equals five
3／4 => three quarters | three fourths
-3 + 5 => minus three plus five
7 mod 3 => seven mod three
$49/user/mo => forty nine dollars per user per month
5 mcg/kg/min => five micrograms per kilogram per minute
a box of 12"x8"x4" => a box of twelve by eight by four inches
a 12"x8"x4" box => a twelve by eight by four inch box
12/kg => twelve per kilogram
Psalm 23:1-6 => psalm twenty three one to six
a Boeing 737-800 => a boeing seven thirty seven eight hundred
Settings > Privacy > Cookies => settings privacy cookies
5 > 3 => five greater than three
your otp is ab9453 => your otp is a b nine four five three
10% YoY => ten percent year over year
`;
