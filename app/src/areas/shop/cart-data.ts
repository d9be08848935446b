import type { Cart } from '@paidang/api/areas/shop'
import * as shop from '@paidang/api/areas/shop'
import type { Endpoint } from '@paidang/api/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { NetworkError } from '../../platform/network-error'
import { useUserId } from '../../platform/session'
import { showFailed } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'
import { PRODUCTS_KEY, SHOP_KEY } from './shop-data'

const CARTS_KEY = [...SHOP_KEY, 'cart'] as const
const cartKey = (userId: string | null) => [...CARTS_KEY, userId]

/** The caller’s cart as it stands today; not fetched for a guest. */
export function useCart() {
  const userId = useUserId()
  return useQuery({
    queryKey: cartKey(userId),
    queryFn: ({ signal }) => call(shop.getCart, {}, { signal }),
    enabled: userId !== null,
    // Prices and stock are questions about now.
    staleTime: 0,
  })
}

/** How many units lie in the cart; 0 for a guest, and until it is known. */
export function useCartCount(): number {
  const { data } = useCart()
  return (data?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Answers what reads the cart as it is known at that moment, without waiting for it to be drawn. */
export function useLatestCart(): () => Cart | undefined {
  const queryClient = useQueryClient()
  const queryKey = cartKey(useUserId())
  return () => queryClient.getQueryData<Cart>(queryKey)
}

/**
 * A change of the cart. Changes go out one after the other, and each answer takes the place of the cart that is shown: the answer of
 * a read that was under way is older, and is not waited for.
 */
function useCartChange<Wanted>({ outcome }: Pick<Endpoint, 'outcome'>, run: (wanted: Wanted) => Promise<Cart>) {
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
      // A refusal means that what was shown is stale; without an answer it is as good as before.
      if (!(error instanceof NetworkError)) queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Changes how many units of a product lie in the cart. */
export function useChangeQuantity() {
  return useCartChange(shop.updateCart, (body: { productId: string; quantity: number }) =>
    call(shop.updateCart, { body }),
  )
}

/** Ticks or unticks lines. */
export function useSelectItems() {
  return useCartChange(shop.selectCartItems, (body: { productIds: string[]; isSelected: boolean }) =>
    call(shop.selectCartItems, { body }),
  )
}

/** Takes lines out of the cart. */
export function useRemoveItems() {
  return useCartChange(shop.removeCartItems, (productIds: string[]) =>
    call(shop.removeCartItems, { body: { productIds } }),
  )
}

/** Puts so many more units of a product into the cart. */
export function useAddToCart() {
  return useDeed<{ productId: string; quantity: number }, Cart>({
    endpoint: shop.updateCart,
    stale: [CARTS_KEY, PRODUCTS_KEY],
    run: (wanted, idempotencyKey) => call(shop.updateCart, { body: { ...wanted, adds: true } }, { idempotencyKey }),
    isSilent: true,
  })
}
