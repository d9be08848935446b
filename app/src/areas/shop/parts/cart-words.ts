import type { CartItem } from '@paidang/api/areas/shop'
import { type CartState, isOrderable, MAX_QUANTITY } from '@paidang/domain/areas/shop/cart'

type State = { text: string; kind: 'wait' | 'bad' | 'mute' }

/** What a line says of how it stands; nothing where all is well. */
export function stateWords({ state, stock }: { state: CartState; stock: number }): State | undefined {
  switch (state) {
    case 'OK':
      return undefined
    case 'PRICE_CHANGED':
      return { text: '价格已更新', kind: 'wait' }
    case 'SHORT':
      return { text: `库存不足，只剩 ${stock} 件`, kind: 'bad' }
    case 'SOLD_OUT':
      return { text: '暂时缺货', kind: 'mute' }
    case 'REMOVED':
      return { text: '已下架', kind: 'mute' }
  }
}

/** What is left of a line that cannot be ordered: 要 5 件，只剩 2 件. */
export function shortWords(line: Pick<CartItem, 'state' | 'stock' | 'quantity'>): string {
  return line.state === 'SHORT' ? `要 ${line.quantity} 件，只剩 ${line.stock} 件` : (stateWords(line)?.text ?? '')
}

/** Whether a line can be ticked: what is short can be made fewer, what is gone cannot. */
export function isAvailable({ state }: Pick<CartItem, 'state'>): boolean {
  return state !== 'SOLD_OUT' && state !== 'REMOVED'
}

/** The most that one may have of a line's product. */
export function mostOf({ stock }: Pick<CartItem, 'stock'>): number {
  return Math.max(1, Math.min(MAX_QUANTITY, stock))
}

/** Why a line has no more: as many as there are, or as one may have. */
export function limitWords(stock: number): string {
  return stock < MAX_QUANTITY ? `只剩 ${stock} 件` : `最多 ${MAX_QUANTITY} 件`
}

/** The lines that are ticked and cannot be ordered as they are. */
export function blockedOf(items: readonly CartItem[]): CartItem[] {
  return items.filter(({ isSelected, state }) => isSelected && !isOrderable(state))
}
