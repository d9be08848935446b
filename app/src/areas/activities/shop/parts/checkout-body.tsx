import { errors } from '@paidang/api/catalogue/errors'
import { SHOP_MINUTES_TO_PAY } from '@paidang/domain/areas/shop/order-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useState } from 'react'
import { addrsPath, cartPath, cashierPath } from '../../../../paths'
import { backTo, goTo, replaceWith } from '../../../../platform/navigate'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, CardStack } from '../../../../ui/card'
import { Empty } from '../../../../ui/empty'
import { Field } from '../../../../ui/field'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { Price } from '../../../../ui/price'
import { useConsent } from '../../../ground/messages/consent'
import { useDeliveryAddress } from '../../../people/addresses/delivery-address'
import { DeliveryAddressCell } from '../../../people/addresses/delivery-address-cell'
import { useCreateShopOrder } from '../shop-order-data'
import styles from './checkout-body.module.scss'
import { type CheckoutLine, pricesOf, shortLines, sumOf } from './checkout-lines'
import { LineRow } from './line-row'
import { ShortCard } from './short-card'
import type { Checkout } from './use-checkout'

const MAX_NOTE = 100

/** The order before it is placed, with address and total. It is placed once, however often the button is pressed. */
export function CheckoutBody({ checkout, lines: current }: { checkout: Checkout; lines: readonly CheckoutLine[] }) {
  const { address, isPending: awaitsAddress } = useDeliveryAddress()
  const [note, setNote] = useState('')
  // Ordered lines leave the cart. Until the cashier opens, the page stays as it was.
  const [held, setHeld] = useState<readonly CheckoutLine[]>()
  const [isAdjusted, setAdjusted] = useState(false)
  const ordering = useCreateShopOrder()
  const askConsent = useConsent('order')
  const lines = held ?? current
  const short = shortLines(lines)
  const { totalFen, units } = sumOf(lines)

  if (lines.length === 0) {
    return (
      <Empty
        title="没有要结算的商品"
        line={errors.cart_nothing_selected.message}
        action={{ text: '购物车', onPress: () => backTo(cartPath()) }}
      />
    )
  }
  const order = () => {
    if (!address) return
    setHeld(lines)
    setAdjusted(false)
    askConsent()
    ordering.act(
      {
        addressId: address.id,
        note: note.trim() || undefined,
        totalFen,
        prices: pricesOf(lines),
        items: checkout.items,
      },
      {
        onDone: ({ paymentOrderId }) => replaceWith(cashierPath(paymentOrderId)),
        onRefused: () => setHeld(undefined),
      },
    )
  }
  const { adjust } = checkout
  const adjustLines = () => {
    // The adjusted order is a new request: the key of the refused one must not be reused.
    ordering.forget()
    setAdjusted(true)
    adjust?.()
  }
  const news = isAdjusted ? '已按库存调整，请确认新的合计' : held === undefined ? ordering.refusal : undefined
  const hindrance =
    short.length > 0
      ? errors.shop_stock_short.message
      : !address && !awaitsAddress
        ? errors.address_missing.message
        : undefined
  return (
    <>
      <CardStack className={styles.stack}>
        {short.length > 0 ? (
          <ShortCard lines={short} busy={checkout.isAdjusting} onAdjust={adjust && adjustLines} />
        ) : (
          news !== undefined && (
            <Notice tone="wait" icon="info">
              {news}
            </Notice>
          )
        )}
        <Card flush>
          <DeliveryAddressCell />
        </Card>
        <Card>
          <CardHead title="商品" tail={`共 ${units} 件`} />
          {lines.map((line) => (
            <LineRow key={line.productId} line={line} />
          ))}
        </Card>
        <Card>
          <Field label="备注" placeholder="选填，想对商家说的话" value={note} maxLength={MAX_NOTE} onInput={setNote} />
          <KeyValues
            rows={[
              { name: '商品合计', value: `¥${yuanOf(totalFen)}` },
              { name: '运费', value: '免运费' },
            ]}
          />
        </Card>
        <View className={styles.rule}>
          {`提交后请在 ${SHOP_MINUTES_TO_PAY} 分钟内付款，超时自动取消。发货前可以自己取消，全额退款`}
        </View>
      </CardStack>
      <ActionBar
        actions={
          <Button
            busy={held !== undefined}
            disabled={awaitsAddress}
            lacks={hindrance}
            // A shortage is resolved in the card at the top.
            onLacking={() => (short.length > 0 ? Taro.pageScrollTo({ scrollTop: 0 }) : goTo(addrsPath('1')))}
            reason={hindrance}
            onPress={order}
          >
            提交订单
          </Button>
        }
      >
        <Price amountFen={totalFen} size="l" />
        <View>{`共 ${units} 件`}</View>
      </ActionBar>
    </>
  )
}
