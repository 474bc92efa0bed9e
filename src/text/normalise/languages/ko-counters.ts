/** Korean counters by the numerals they take; the longest first. */

function longestFirst(words: string): readonly string[] {
  return words
    .split(/\s+/u)
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length);
}

/** After 하나, 둘, 셋 in their form before a noun: 한 개, 두 명. */
export const nativeCounters = longestFirst(`
  개(?!월|국|년|사|교) 명 마리 잔 병 권 살 장(?!면) 대 달(?!러) 시간 사람 켤레 가지 그루 송이 채 척 벌 자루 통 곳 배 줄 쌍 모금 그릇 상자
  봉지 조각 바퀴 걸음 군데 갈래 마디 포기 알 쪽지 묶음 다발 숟갈 스푼 컵 끼 방울 움큼 박스 꼬투리 술 판 건 편 차례 해(?!의)
`);

/** After 일, 이, 삼: units of measure, of the calendar and of money among them. */
export const sinoCounters = longestFirst(`
  년 월 일 박 분 초 원 층 세 회 차 호선 호 개월 개국 개년 주일 주년 주 인분 인 학년 반 쪽 페이지 퍼센트포인트 퍼센트 프로 도 번 등 위 급 장면 세기
  달러 유로 엔 위안 파운드 센트 킬로미터 킬로그램 킬로 미터 센티미터 센티 밀리미터 그램 리터 밀리리터 톤 평 제곱미터 헥타르 볼트 와트
  학기 교시 대대 연대 기 권역 단계 단원 점 주기 차선 차로 행 열 항 조항 절 장조 번지 동 단지 구역 미만 이상 이하 초과
`);
