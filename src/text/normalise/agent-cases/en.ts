/**
 * English, as language models write it for voice agents: what a caller should hear by the style guides for voice interfaces (numbers that
 * identify digit by digit, amounts and times in words, marks of Markdown silent, a pause where a line ends). `⏎` is a line break.
 */
import { casesOf } from '../cases/case.ts';

export const cases = casesOf(String.raw`
  Here are your options:⏎- **Basic**: $10/month⏎- **Pro**: $25/month⏎- **Team**: $99/month → Here are your options⏎Basic: ten dollars per month⏎Pro: twenty five dollars per month⏎Team: ninety nine dollars per month | Here are your options⏎Basic: ten dollars a month⏎Pro: twenty five dollars a month⏎Team: ninety nine dollars a month
  ## Summary⏎The API works. → Summary⏎The API works.
  1. Open **Settings**⏎2. Tap *Privacy*⏎3. Turn off tracking → one. Open Settings⏎two. Tap Privacy⏎three. Turn off tracking
  | Plan | Price |⏎|------|-------|⏎| Basic | $10 |⏎| Pro | $25 | → Plan, Price⏎Basic, ten dollars⏎Pro, twenty five dollars
  Your order **#48213** shipped yesterday. → Your order number four eight two one three shipped yesterday. | Your order number forty eight thousand two hundred thirteen shipped yesterday. | Your order number forty eight two thirteen shipped yesterday.
  Order number 10043829 is on its way. → Order number one zero zero four three eight two nine is on its way.
  Your confirmation code is 483 920. → Your confirmation code is four eight three nine two zero.
  Your one-time code is 739104. → Your one-time code is seven three nine one zero four.
  Your OTP is 5521. → Your O T P is five five two one.
  Your tracking number is 1Z999AA10123456784. → Your tracking number is one Z nine nine nine AA one zero one two three four five six seven eight four.
  Please call (800) 555-0199, ext. 42. → Please call eight hundred, five five five, zero one nine nine, extension forty two. | Please call eight hundred, five five five, zero one nine nine, extension four two. | Please call eight zero zero, five five five, zero one nine nine, extension four two. | Please call eight zero zero, five five five, zero one nine nine, extension forty two.
  You can reach us at +1 415 555 2671 anytime. → You can reach us at plus one, four one five, five five five, two six seven one anytime.
  Our number is 1-800-555-0142. → Our number is one eight hundred five five five zero one four two. | Our number is one eight zero zero five five five zero one four two.
  I've e-mailed the receipt to anna.smith@example.com. → I've e-mailed the receipt to anna dot smith at example dot com.
  Go to example.com/help to reset it. → Go to example dot com slash help to reset it.
  See [our help page](https://example.com/help/reset?id=5) for details. → See our help page for details.
  Visit https://www.example.com now. → Visit w w w dot example dot com now. | Visit example dot com now. | Visit h t t p s colon slash slash w w w dot example dot com now.
  Run ${'`'}npm install${'`'} first. → Run n p m install first.
  Your appointment is on Tue, Mar 4 at 2:30 PM. → Your appointment is on Tuesday, March fourth at two thirty P M.
  We're open Mon–Fri, 9 a.m.–5 p.m. → We're open Monday to Friday, nine AM to five PM. | We're open Monday through Friday, nine a m to five p m.
  We close at 9:00 PM. → We close at nine P M.
  The call is at 16:05 UTC. → The call is at sixteen oh five U T C.
  It departs at 12:00 a.m. on 3/15/2025. → It departs at twelve AM on March fifteenth, twenty twenty five. | It departs at twelve {a} m on March fifteenth, twenty twenty five.
  Due date: 2025-01-31. → Due date: January thirty first, twenty twenty five.
  Your balance is -$42.50. → Your balance is minus forty two dollars and fifty cents. | Your balance is negative forty two dollars and fifty cents.
  That comes to $1,249.99 incl. tax. → That comes to one thousand two hundred forty nine dollars and ninety nine cents including tax.
  You'll save ~15%. → You'll save about fifteen percent. | You'll save approximately fifteen percent.
  It weighs 2.5 kg (5.5 lb). → It weighs two point five kilograms, five point five pounds.
  The TV is 55" wide. → The T V is fifty five inches wide.
  It's 72°F today, low of -3°F tonight. → It's seventy two degrees Fahrenheit today, low of minus three degrees Fahrenheit tonight.
  Delivery takes 3-5 business days. → Delivery takes three to five business days.
  Mix 1/2 cup sugar with 3/4 tsp salt. → Mix one half cup sugar with three quarters teaspoon salt. | Mix a half cup sugar with three quarters teaspoon salt. | Mix one half cup sugar with three fourths teaspoon salt.
  You have 1 new message and 12 unread. → You have one new message and twelve unread.
  You're #2 in the queue. → You're number two in the queue.
  Great! 🎉 Your booking is confirmed ✅ → Great! Your booking is confirmed
  Flight UA1549 leaves from gate B22. → Flight UA fifteen forty nine leaves from gate {B} twenty two. | Flight U A one five four nine leaves from gate {B} twenty two. | Flight U A one five four nine leaves from gate {B} two two.
  Your seat is 14C. → Your seat is fourteen {C}.
  Your PIN ends in 07. → Your PIN ends in zero seven. | Your PIN ends in oh seven.
  The card ending in 4242 was charged. → The card ending in four two four two was charged.
  Your account number is 4417-1234-5678-9113. → Your account number is four four one seven one two three four five six seven eight nine one one three.
  Ship it to 221B Baker St., Apt 4. → Ship it to two twenty one {B} Baker Street, Apartment four. | Ship it to two two one {B} Baker Street, Apartment four.
  The ZIP code is 90210. → The ZIP code is nine zero two one zero. | The ZIP code is nine oh two one oh.
  Send it to 1600 Pennsylvania Ave NW, Washington, DC 20500. → Send it to sixteen hundred Pennsylvania Avenue Northwest, Washington, D C two zero five zero zero. | Send it to sixteen hundred Pennsylvania Avenue N W, Washington, D C two zero five zero zero.
  Pros:⏎* Fast⏎* Cheap⏎Cons:⏎* Loud → Pros⏎Fast⏎Cheap⏎Cons⏎Loud
  **Q:** Is it free?⏎**A:** Yes, until 12/31. → Q: Is it free?⏎{A}: Yes, until December thirty first.
  Reply yes/no. → Reply yes or no. | Reply yes, no. | Reply yes slash no.
  You can bring a spouse and/or a child. → You can bring a spouse and or a child. | You can bring a spouse and slash or a child.
  Choose a) refund or b) exchange. → Choose a, refund or b, exchange. | Choose {A}, refund or {B}, exchange.
  Step 1: Hold the button for 10 s. → Step one: Hold the button for ten seconds.
  Use v2.1.3 or later. → Use version two point one point three or later. | Use v two point one point three or later.
  The file is report_final.pdf (2.4 MB). → The file is report underscore final dot P D F, two point four megabytes.
  Set it to 5 GHz instead of 2.4 GHz. → Set it to five gigahertz instead of two point four gigahertz.
  Press Ctrl+Alt+Del. → Press Control Alt Delete. | Press Control plus Alt plus Delete. | Press Control plus Alt plus Del.
  Let f(x) = 2x + 1. → Let f of x equals two x plus one. | Let f x equals two x plus one.
  Total: 3 × $15 = $45. → Total: three times fifteen dollars equals forty five dollars.
  She was born on July 4th, 1976. → She was born on July fourth, nineteen seventy six.
  We've helped 2,500,000+ customers since 1998. → We've helped two million five hundred thousand plus customers since nineteen ninety eight.
  Rated 4.8/5 by 1.2k users. → Rated four point eight out of five by one point two thousand users. | Rated four point eight out of five by one point two k users.
  Dr. Lee will see you at St. Mary's Hospital, Rm. 204. → Doctor Lee will see you at Saint Mary's Hospital, Room two oh four. | Doctor Lee will see you at Saint Mary's Hospital, Room two hundred four. | Doctor Lee will see you at Saint Mary's Hospital, Room two zero four.
  The total is €49.90, i.e. about US$54. → The total is forty nine euros and ninety cents, that is about fifty four U S dollars. | The total is forty nine euros and ninety cents, i e about fifty four U S dollars. | The total is forty nine euros ninety, that is about fifty four U S dollars.
  Wait 5–10 min., then retry. → Wait five to ten minutes, then retry.
  Use the Wi-Fi password hunter2!# please. → Use the Wi-Fi password hunter two exclamation point hash please. | Use the Wi-Fi password hunter two exclamation mark hash please. | Use the Wi-Fi password hunter two exclamation point number sign please. | Use the Wi-Fi password hunter two exclamation mark, hash please.
`);
