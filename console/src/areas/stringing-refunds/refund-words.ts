/** What becomes of the racket of an order that is refunded. */
export const racketWords = ({ isRacketLost }: { isRacketLost: boolean }): string =>
  isRacketLost ? '球拍无法归还' : '球拍由店铺退还'
