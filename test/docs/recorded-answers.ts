export class AnswerBook {
  constructor(_o: unknown) {}
  async write() {}
}
