import type { Cart } from '@paidang/api/areas/shop'
import * as shop from '@paidang/api/areas/shop'
import type { Fen } from '@paidang/domain/kernel/fen'
import { useQueryClient } from '@tanstack/react-query'
import { PRODUCTS_KEY, SHOP_KEY } from '../../../platform/cache-keys'
import { NetworkError } from '../../../platform/network-error'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

const CARTS_KEY = [...SHOP_KEY, 'cart'] as const

/** The caller’s cart in its present state; not fetched for a guest. */
export function useCart() {
  // Prices and stock must always be current.
  return useRead(CARTS_KEY, shop.getCart, {}, { staleTime: 0 })
}

/** The number of units in the cart; 0 for a guest, and while it is unknown. */
export function useCartCount(): number {
  const { data } = useCart()
  return (data?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
}

const useCartKey = () => readKey(CARTS_KEY, shop.getCart, useUserId(), {})

/** Returns a function that reads the latest known cart without waiting for a render. */
export function useLatestCart(): () => Cart | undefined {
  const queryClient = useQueryClient()
  const queryKey = useCartKey()
  return () => queryClient.getQueryData<Cart>(queryKey)
}

/**
 * What all changes of the cart have in common. They run one after the other, and each answer replaces the cart on
 * screen. The answer of a running read is older, so it is dropped.
 */
function useChanging() {
  const queryClient = useQueryClient()
  const queryKey = useCartKey()
  return {
    stale: [CARTS_KEY],
    // A refusal means that the data on screen was stale. A network failure says nothing about the data.
    isStale: (failure: Error | null) => failure !== null && !(failure instanceof NetworkError),
    isQueued: true,
    isSilent: true,
    async keep(cart: Cart) {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<Cart>(queryKey, cart)
    },
  }
}

/** Changes the quantity of a product in the cart, at the price on screen. */
export function useChangeQuantity() {
  return useWrite(shop.updateCart, {
    ...useChanging(),
    input: (body: { productId: string; quantity: number; priceFen: Fen }) => ({ body }),
  })
}

/** Ticks or unticks lines. */
export function useSelectItems() {
  return useWrite(shop.selectCartItems, {
    ...useChanging(),
    input: (body: { productIds: string[]; isSelected: boolean }) => ({ body }),
  })
}

/** Removes lines from the cart. */
export function useRemoveItems() {
  return useWrite(shop.removeCartItems, {
    ...useChanging(),
    input: (productIds: string[]) => ({ body: { productIds } }),
  })
}

/** Adds this many units of a product to the cart, at the price on screen. */
export function useAddToCart() {
  return useWrite(shop.updateCart, {
    stale: [CARTS_KEY, PRODUCTS_KEY],
    isSilent: true,
    input: (item: { productId: string; quantity: number; priceFen: Fen }) => ({ body: { ...item, adds: true } }),
  })
}
