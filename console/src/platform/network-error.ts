/** No answer of ours came: the line is down, or something between us and the server spoke. */
export class NetworkError extends Error {
  constructor() {
    super('网络异常，请检查网络后重试')
    this.name = 'NetworkError'
  }
}
