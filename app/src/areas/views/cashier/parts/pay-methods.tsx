import type { StoredCard } from '@paidang/api/areas/cards'
import { cardsOfUser } from '@paidang/api/areas/cards'
import { PAY_METHOD_NAMES } from '@paidang/domain/areas/payments/order'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { failureText } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { roving, semantics } from '../../../../ui/semantics'
import { Skeleton } from '../../../../ui/skeleton'
import { TopUpSheet, useTopUpSheet } from '../../../money/cards/top-up-sheet'
import { type CardChoice, WECHAT_KEY } from '../../../money/payments/pay-labels'
import styles from './cashier.module.scss'

type Props = {
  /** Whether cards can pay: not for a top-up, and not in a deployment without cards. */
  paysByCard: boolean
  choices: readonly CardChoice[]
  /** The fetched cards, or the failure of the fetch. */
  cards: { data: StoredCard[] | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** A card's id, or WeChat Pay; undefined while the cards are loading. */
  value: string | undefined
  onChange: (key: string) => void
}

/** The payment methods: first the cards with their balance, then WeChat Pay. A top-up has only WeChat Pay. */
export function PayMethods({ paysByCard, choices, cards, value, onChange }: Props) {
  const topUp = useTopUpSheet()
  const keys = [...choices.filter(({ isShort }) => !isShort).map(({ key }) => key), WECHAT_KEY]
  return (
    <Card flush>
      <CardHead title="支付方式" inset />
      <View
        {...semantics({ role: 'radiogroup', label: '支付方式' })}
        {...roving({ keys, value: value ?? WECHAT_KEY, onChange })}
      >
        {choices.map(({ key, title, note, isShort }) => (
          <Way
            key={key}
            tail={
              isShort && (
                <Button
                  kind="ghost"
                  size="s"
                  label={`去充值 ${title}`}
                  onPress={() => topUp.show(cards.data?.find(({ id }) => id === key))}
                >
                  去充值
                </Button>
              )
            }
          >
            <Cell
              icon="card"
              title={title}
              note={isShort ? `${note}，余额不足` : note}
              chosen={key === value}
              disabled={isShort}
              onPress={() => onChange(key)}
            />
          </Way>
        ))}
        {paysByCard && cards.data?.length === 0 && (
          <Way
            tail={
              <Button kind="ghost" size="s" label="去充值，开一张储值卡" onPress={() => topUp.show()}>
                去充值
              </Button>
            }
          >
            <Cell icon="card" title={PAY_METHOD_NAMES.CARD} note="还没有储值卡，充值即开卡" />
          </Way>
        )}
        {paysByCard && !cards.data && <NoCards cards={cards} />}
        <Way>
          <Cell
            icon="message"
            title={PAY_METHOD_NAMES.WECHAT}
            chosen={value === WECHAT_KEY}
            onPress={() => onChange(WECHAT_KEY)}
          />
        </Way>
      </View>
      <TopUpSheet {...topUp.sheet} />
    </Card>
  )
}

/** One payment method, with a separate target at the right. */
function Way({ children, tail }: { children: ReactNode; tail?: ReactNode }) {
  return (
    <View className={styles.way}>
      <View className={styles.choice}>{children}</View>
      {tail && <View className={styles.more}>{tail}</View>}
    </View>
  )
}

/** Replaces the cards while they load or when they failed. WeChat Pay works in both cases. */
function NoCards({ cards: { error, isFetching, refetch } }: Pick<Props, 'cards'>) {
  if (!error) {
    return (
      <Way>
        <View className={styles.coming}>
          <Skeleton width={180} height={20} />
        </View>
      </Way>
    )
  }
  return (
    <Way
      tail={
        <Button kind="ghost" size="s" busy={isFetching} label="重新获取储值卡" onPress={refetch}>
          重试
        </Button>
      }
    >
      <Cell icon="card" title={PAY_METHOD_NAMES.CARD} note={failureText(cardsOfUser.outcome, error)} />
    </Way>
  )
}
