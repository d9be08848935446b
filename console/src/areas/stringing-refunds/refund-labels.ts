/** What happens to the racket of a refunded order. */
export const racketText = ({ isRacketLost }: { isRacketLost: boolean }): string =>
  isRacketLost ? '球拍无法归还' : '球拍由店铺退还'

/** Where the racket of an order is. */
export function racketPlace({ isInShop, isRacketLost }: { isInShop: boolean; isRacketLost: boolean }): string {
  if (isRacketLost) return '无法归还'
  return isInShop ? '在店里' : '不在店里'
}
