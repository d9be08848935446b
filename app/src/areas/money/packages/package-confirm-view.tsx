import type { CoursePackages, PackageOnSale } from '@paidang/api/areas/money/packages'
import { errors } from '@paidang/api/catalogue/errors'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { WHOLE_REFUND_DAYS } from '@paidang/domain/areas/money/contracts/course-refund'
import {
  contractAfterPurchase,
  PACKAGE_MINUTES_TO_PAY,
  packageHourFen,
} from '@paidang/domain/areas/money/contracts/package'
import { whyCapped } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { addDays, dayOf, formatDotDay, monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { cashierPath, contractPath } from '../../../paths'
import { back, goTo, replaceWith } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { Icon } from '../../../ui/icon'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Price } from '../../../ui/price'
import { roving, semantics } from '../../../ui/semantics'
import { useCards } from '../cards/cards-data'
import { useOtherMethods } from '../payments/order-data'
import { cardChoices, DESK_KEY, methodOf, OTHER_METHODS, WECHAT_KEY } from '../payments/pay-labels'
import { choosePayment, useBuyPackage } from './packages-data'
import { asksLearner, BOUND, LATER, obstacleText, PackagePage, pausedText } from './packages-view'
import styles from './packages-view.module.scss'

type ConfirmViewProps = { courseId: string; packageId: string; learner?: string | undefined }

/** 确认购买: what one gets, which contract it joins, and how to pay. The cashier takes the payment. */
export function PackageConfirmView({ courseId, packageId, learner }: ConfirmViewProps) {
  const [seen, setSeen] = useState<number>()
  return (
    <PackagePage
      title="确认购买"
      courseId={courseId}
      show={(offer) => {
        const sold = offer.packages.find(({ id }) => id === packageId)
        if (offer.obstacle === null && sold)
          return <Confirm offer={offer} sold={sold} learner={learner} seen={seen ?? sold.version} onSeen={setSeen} />
        const title = pausedText(offer) ?? errors.package_off_sale.message
        return (
          <Empty
            title={offer.obstacle === 'OWN' || offer.obstacle === 'NO_COACH' ? obstacleText(offer.obstacle) : title}
            action={{ text: '看其他课包', onPress: back }}
          />
        )
      }}
    />
  )
}

const BOUND_QUESTION = {
  title: `这个课包 ${BOUND}`,
  line: `${WHOLE_REFUND_DAYS} 天内没用过可以全额退；之后${LATER.FIRST_DAYS}。`,
  confirmText: '知道了，去支付',
}

type ConfirmProps = {
  offer: CoursePackages
  sold: PackageOnSale
  learner: string | undefined
  seen: number
  onSeen: (version: number) => void
}

function Confirm({ offer, sold, learner, seen, onSeen }: ConfirmProps) {
  const { course, company, contract, openOrderId } = offer
  const { hours, giftHours, priceFen, validDays, refundRule, version } = sold
  const now = useMinute()
  const today = dayOf(now)
  const after = contractAfterPurchase(contract ?? undefined, sold, today)
  const buy = useBuyPackage()
  const ways = usePaymentWays(priceFen)
  const isForMinor = learner === undefined ? {} : { isForMinor: learner === 'minor' }
  const order = async () => {
    if (refundRule === 'FIRST_DAYS' && !(await confirm(BOUND_QUESTION))) return
    return buy.act(
      { body: { packageId: sold.id, version, ...isForMinor } },
      {
        onDone({ id: orderId }) {
          const { method } = ways
          if (method !== undefined) choosePayment({ orderId, courseId: course.id, method, contractId: contract?.id })
          return replaceWith(cashierPath(orderId))
        },
        onRefused: () => onSeen(version),
      },
    )
  }
  // An order that waits counts already, and is gone on with.
  const capped = openOrderId === null ? whyCapped(sold, learner === 'minor', offer) : undefined
  const asks = asksLearner(offer) && learner === undefined
  const isChanged = version !== seen || buy.error || capped
  return (
    <>
      <CardStack className="fill">
        {isChanged && (
          <View {...semantics({ role: 'alert' })}>
            <Notice tone="wait" icon="warning">
              {capped ?? buy.refusal ?? errors.package_changed.message}
            </Notice>
          </View>
        )}
        <Card>
          <CardHead title={course.courseName} tail={company.companyName} />
          <KeyValues
            rows={[
              { name: '购买', value: `${hours} 课时，¥${yuanOf(packageHourFen(sold))} / 课时` },
              ...(giftHours > 0 ? [{ name: '赠送', value: `${giftHours} 课时` }] : []),
              { name: '有效期', value: `${validDays} 天，到 ${formatDotDay(addDays(today, validDays))}` },
            ]}
          />
        </Card>
        {contract ? (
          <Card>
            <CardHead title="并入现有合同" />
            <View className="wrap-8">
              <Balance
                name="现在"
                hours={contract.remainingSessions - contract.heldSessions}
                expiryDate={contract.expiryDate}
              />
              <Icon name="chevron-right" size={16} />
              <Balance name="支付后" hours={after.availableSessions} expiryDate={after.expiryDate} on />
            </View>
            <View className="mt-12 t-caption muted">
              {contract.remainingSessions === 0
                ? '支付后课时立即可用。'
                : after.expiryDate > contract.expiryDate
                  ? '先用原有课时，赠送的最后用。原有课时一起延长到新的到期日。'
                  : '先用原有课时，赠送的最后用。到期日不变。'}
            </View>
            <View className="mt-8">
              <Button kind="plain" size="s" onPress={() => goTo(contractPath(company.id))}>
                查看合同
              </Button>
            </View>
          </Card>
        ) : (
          <Card>
            <CardHead title="支付后新开一份合同" />
            <View className="wrap-8">
              <Balance name="支付后" hours={after.availableSessions} expiryDate={after.expiryDate} on />
            </View>
          </Card>
        )}
        <PaymentWays {...ways} />
        <HowBack sold={sold} now={now} />
      </CardStack>
      <ActionBar
        actions={
          asks ? (
            <Button onPress={back}>先选谁上课</Button>
          ) : (
            <Button busy={buy.isPending} disabled={capped !== undefined || ways.method === undefined} onPress={order}>
              {capped ? '已到上限' : ways.press}
            </Button>
          )
        }
      >
        <Price amountFen={priceFen} size="l" />
        <View className="t-caption muted">{`${PACKAGE_MINUTES_TO_PAY} 分钟内支付有效`}</View>
      </ActionBar>
    </>
  )
}

/** 怎么退: the same rules with the numbers of one package. */
function HowBack({ sold, now }: { sold: PackageOnSale; now: Date }) {
  const { giftHours, priceFen, refundRule } = sold
  const until = monthDotDay(dayOf(new Date(now.getTime() + WHOLE_REFUND_DAYS * 86_400_000)))
  return (
    <Card>
      <CardHead title="怎么退" />
      <KeyValues
        rows={[
          { name: `${WHOLE_REFUND_DAYS} 天内没用过`, value: `全额退 ¥${yuanOf(priceFen)}，到 ${until}` },
          {
            name: '之后',
            value: refundRule === 'UNUSED' ? `未用课时 × ¥${yuanOf(packageHourFen(sold))}` : LATER[refundRule],
          },
          ...(giftHours > 0 ? [{ name: `赠送的 ${giftHours} 课时`, value: '不退款' }] : []),
        ]}
      />
    </Card>
  )
}

/** How a sum can be paid: the cards, WeChat Pay and the desk, and which is chosen. */
function usePaymentWays(amountFen: number) {
  const cards = useCards()
  const [chosen, choose] = useState<string>()
  const { others } = useOtherMethods()
  // A method that cannot pay stays visible with its cause.
  const choices = cardChoices({ kind: 'COURSE', amountFen }, cards.data ?? [])
  const method = cards.isPending && chosen === undefined ? undefined : methodOf(chosen, choices, others)
  const press = method === undefined ? '去支付' : method === WECHAT_KEY ? '微信支付' : '储值卡支付'
  return { choices, others, method, choose, press: method === DESK_KEY ? '去前台付款' : press }
}

function PaymentWays({ choices, others, method, choose }: ReturnType<typeof usePaymentWays>) {
  const usable = [...choices.filter(({ isShort }) => !isShort).map(({ key }) => key), ...others]
  return (
    <Card flush>
      <CardHead title="支付方式" inset />
      <View
        {...semantics({ role: 'radiogroup', label: '支付方式' })}
        {...roving({ keys: usable, value: method ?? usable[0] ?? '', onChange: choose })}
      >
        {others.map((key) => (
          <Cell key={key} {...OTHER_METHODS[key]} chosen={method === key} onPress={() => choose(key)} />
        ))}
        {choices.map(({ key, title, note, isShort }) => (
          <Cell
            key={key}
            icon="card"
            title={title}
            note={isShort ? `${note}，不够支付` : note}
            chosen={key === method}
            disabled={isShort}
            onPress={() => choose(key)}
          />
        ))}
      </View>
    </Card>
  )
}

type BalanceProps = { name: string; hours: number; expiryDate: string; on?: boolean }

function Balance({ name, hours, expiryDate, on }: BalanceProps) {
  return (
    <View className={classNames(styles.balance, 'words', on && styles.then)}>
      <View className="t-caption muted">{name}</View>
      <View className="wrap-8">
        <View className={classNames('t-title-2', on && 'brand')}>{lessonHoursText(hours)}</View>
        <View className="t-caption muted">课时可用</View>
      </View>
      <View className="t-caption muted">{`${formatDotDay(expiryDate)} 到期`}</View>
    </View>
  )
}
