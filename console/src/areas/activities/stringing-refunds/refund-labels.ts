/** What operators ask for: an order that was paid in the shop ends without a refund from here. */
export const askText = ({ isPaidInShop }: { isPaidInShop: boolean }): string =>
  isPaidInShop ? '申请结束订单' : '申请退款'

/** What happens to the racket of a refunded order. */
export const racketText = ({ isRacketLost }: { isRacketLost: boolean }): string =>
  isRacketLost ? '球拍无法归还' : '球拍由店铺退还'

/** Where the racket of an order is. */
export function racketPlace({ isInShop, isRacketLost }: { isInShop: boolean; isRacketLost: boolean }): string {
  if (isRacketLost) return '无法归还'
  return isInShop ? '在店里' : '不在店里'
}
