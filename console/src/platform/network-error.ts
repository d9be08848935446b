/** No answer of our server: the network is down, or a proxy answered. */
export class NetworkError extends Error {
  constructor() {
    super('网络异常，请检查网络后重试')
    this.name = 'NetworkError'
  }
}
