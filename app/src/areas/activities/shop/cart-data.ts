import type { Cart, CartItem } from '@paidang/api/areas/activities/shop'
import * as shop from '@paidang/api/areas/activities/shop'
import type { Fen } from '@paidang/domain/kernel/fen'
import { useQueryClient } from '@tanstack/react-query'
import { useDidHide } from '@tarojs/taro'
import { useEffect, useRef, useState } from 'react'
import { PRODUCTS_KEY, SHOP_KEY } from '../../../platform/cache-keys'
import { NetworkError } from '../../../platform/network-error'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
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

/** How long (ms) a quantity must stay unchanged before it is sent. */
const REST_MS = 400

/** A number and the price that was on screen when it was pressed. */
type Request = { quantity: number; priceFen: Fen }

/** By product. */
type ByProduct<Value> = Readonly<Record<string, Value>>

/**
 * The quantities of the cart's lines during changes. The requested number is shown. It is sent once the user pauses,
 * or at once when the page closes, so that none is lost. The price at the press goes along, so that a newer one refuses.
 * After a network failure the number stays, with a message, until it is sent. After a refusal the server's number
 * replaces it.
 */
export function useQuantities() {
  const { act } = useChangeQuantity()
  const [requested, setRequested] = useState<ByProduct<Request>>({})
  const [failures, setFailures] = useState<ByProduct<string>>({})
  const latest = useRef<Record<string, Request>>({})
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const sending = useRef(new Map<string, Promise<Error | undefined>>())

  const forget = (productId: string) => {
    delete latest.current[productId]
    setRequested({ ...latest.current })
  }
  const deliver = async (productId: string, request: Request): Promise<Error | undefined> => {
    setFailures((before) => without(before, productId))
    let failure: Error | undefined
    const onRefused = (error: Error) => {
      failure = error
    }
    await act({ productId, ...request }, { onRefused })
    // A number that changed meanwhile is sent separately.
    if (latest.current[productId] !== request) return undefined
    if (failure instanceof NetworkError) {
      const text = failureText(shop.updateCart.outcome, failure)
      setFailures((before) => ({ ...before, [productId]: text }))
    } else forget(productId)
    return failure
  }
  const send = (productId: string): Promise<Error | undefined> => {
    clearTimeout(timers.current.get(productId))
    timers.current.delete(productId)
    const request = latest.current[productId]
    if (!request) return Promise.resolve(undefined)
    const delivery = deliver(productId, request).finally(() => {
      if (sending.current.get(productId) === delivery) sending.current.delete(productId)
    })
    sending.current.set(productId, delivery)
    return delivery
  }
  /** Sends what still waits; resolves to a failure, or to undefined once everything is saved. */
  const settle = async (): Promise<Error | undefined> => {
    const ids = Object.keys(latest.current)
    const ends = await Promise.all(
      ids.map((id) => (timers.current.has(id) ? send(id) : (sending.current.get(id) ?? send(id)))),
    )
    return ends.find(Boolean)
  }
  const record = ({ productId, priceFen }: CartItem, quantity: number) => {
    latest.current[productId] = { quantity, priceFen }
    setRequested({ ...latest.current })
  }
  const change = (item: CartItem, quantity: number) => {
    const { productId } = item
    record(item, quantity)
    clearTimeout(timers.current.get(productId))
    timers.current.set(
      productId,
      setTimeout(() => send(productId), REST_MS),
    )
  }
  /** The line is removed, so nothing more is sent for it. */
  const drop = (productId: string) => {
    clearTimeout(timers.current.get(productId))
    timers.current.delete(productId)
    setFailures((before) => without(before, productId))
    forget(productId)
  }

  const flush = useRef<() => void>()
  flush.current = () => {
    for (const productId of [...timers.current.keys()]) send(productId)
  }
  useDidHide(() => flush.current?.())
  useEffect(() => () => flush.current?.(), [])

  const quantityOf = ({ productId, quantity }: CartItem) => requested[productId]?.quantity ?? quantity
  return {
    quantityOf,
    failureOf: (productId: string): string | undefined => failures[productId],
    /** Whether the totals on screen do not match the quantities on screen yet. */
    isUnsettled: Object.keys(requested).length > 0,
    change,
    retry(item: CartItem) {
      record(item, quantityOf(item))
      send(item.productId)
    },
    settle,
    drop,
  }
}

function without<Value>(values: ByProduct<Value>, productId: string): ByProduct<Value> {
  const { [productId]: _gone, ...rest } = values
  return rest
}
