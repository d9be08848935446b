import type { Cart } from '@paidang/api/areas/shop'
import * as shop from '@paidang/api/areas/shop'
import type { Endpoint } from '@paidang/api/endpoint'
import type { Fen } from '@paidang/domain/kernel/fen'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PRODUCTS_KEY, SHOP_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { NetworkError } from '../../../platform/network-error'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

const CARTS_KEY = [...SHOP_KEY, 'cart'] as const
const cartKey = (userId: string | null) => [...CARTS_KEY, userId]

/** The caller’s cart in its present state; not fetched for a guest. */
export function useCart() {
  const userId = useUserId()
  return useQuery({
    queryKey: cartKey(userId),
    queryFn: ({ signal }) => call(shop.getCart, {}, { signal }),
    enabled: userId !== null,
    // Prices and stock must always be current.
    staleTime: 0,
  })
}

/** The number of units in the cart; 0 for a guest, and while it is unknown. */
export function useCartCount(): number {
  const { data } = useCart()
  return (data?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Returns a function that reads the latest known cart without waiting for a render. */
export function useLatestCart(): () => Cart | undefined {
  const queryClient = useQueryClient()
  const queryKey = cartKey(useUserId())
  return () => queryClient.getQueryData<Cart>(queryKey)
}

/**
 * A change of the cart. Changes run one after the other, and each answer replaces the cart on screen. The answer of a
 * running read is older, so it is dropped.
 */
function useCartChange<Input>({ outcome }: Pick<Endpoint, 'outcome'>, run: (input: Input) => Promise<Cart>) {
  const queryClient = useQueryClient()
  const queryKey = cartKey(useUserId())
  return useMutation({
    scope: { id: 'cart' },
    mutationFn: run,
    onSuccess: async (cart) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<Cart>(queryKey, cart)
    },
    onError: (error) => {
      if (outcome) showFailed(outcome, error)
      // A refusal means that the data on screen was stale. A network failure says nothing about the data.
      if (!(error instanceof NetworkError)) queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Changes the quantity of a product in the cart, at the price on screen. */
export function useChangeQuantity() {
  return useCartChange(shop.updateCart, (body: { productId: string; quantity: number; priceFen: Fen }) =>
    call(shop.updateCart, { body }),
  )
}

/** Ticks or unticks lines. */
export function useSelectItems() {
  return useCartChange(shop.selectCartItems, (body: { productIds: string[]; isSelected: boolean }) =>
    call(shop.selectCartItems, { body }),
  )
}

/** Removes lines from the cart. */
export function useRemoveItems() {
  return useCartChange(shop.removeCartItems, (productIds: string[]) =>
    call(shop.removeCartItems, { body: { productIds } }),
  )
}

/** Adds this many units of a product to the cart, at the price on screen. */
export function useAddToCart() {
  return useAction<{ productId: string; quantity: number; priceFen: Fen }, Cart>({
    endpoint: shop.updateCart,
    stale: [CARTS_KEY, PRODUCTS_KEY],
    run: (input, idempotencyKey) => call(shop.updateCart, { body: { ...input, adds: true } }, { idempotencyKey }),
    isSilent: true,
  })
}
