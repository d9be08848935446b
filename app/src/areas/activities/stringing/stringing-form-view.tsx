import type { Merchant, Racket } from '@paidang/api/areas/activities/stringing'
import type { StringingOrderSummary } from '@paidang/api/areas/activities/stringing-orders'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { type PriceLine, sumOfLines } from '@paidang/domain/areas/activities/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { cashierPath, racketPath, threadingOrderPath, threadingResultPath } from '../../../paths'
import { back, goTo, goToLogin, replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useFeature } from '../../ground/features/features-data'
import { useConsent } from '../../ground/messages/consent'
import { useDeliveryAddress } from '../../people/addresses/delivery-address'
import { useMerchant } from './merchant-data'
import styles from './parts/form.module.scss'
import { DeliveryCard } from './parts/form-delivery'
import { NoRacketCard, RacketCard, ServicesCard } from './parts/form-racket'
import { StringsCard } from './parts/form-strings'
import { useJobForm } from './parts/job-draft'
import { bodyOf, changedLines, formFault, type JobForm, linesOf } from './parts/stringing-form'
import { useRackets, useRunningJobs } from './racket-data'
import { useCreateStringing } from './stringing-orders-data'

type Props = {
  merchantId?: string | undefined
  /** The racket at the start. */
  racketId?: string | undefined
  /** Everything as in its last job. */
  again?: string | undefined
}

/** 穿线下单: chooses the racket, the strings and tensions, and how the racket gets to the shop and back. */
export function StringingFormView({ merchantId = '', racketId, again }: Props) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return (
    <Page title="穿线下单">
      {isLoggedIn ? (
        <OwnForm key={merchantId} merchantId={merchantId} asked={{ racketId, again: again === '1' }} />
      ) : (
        <Empty drawing="lock" title="登录后下单" action={{ text: '登录', onPress: goToLogin }} />
      )}
    </Page>
  )
}

type Asked = { racketId: string | undefined; again: boolean }

function OwnForm({ merchantId, asked }: { merchantId: string; asked: Asked }) {
  const merchant = useMerchant(merchantId)
  const rackets = useRackets()
  const running = useRunningJobs()
  const waits = merchantId !== '' && (merchant.isPending || rackets.isPending || running.isPending)
  const skeleton = useSkeleton(waits)
  if (skeleton) return <FormSkeleton />
  if (waits) return null
  if (merchant.data && rackets.data) {
    return <Form merchant={merchant.data} rackets={rackets.data} running={running.data ?? []} asked={asked} />
  }
  const status = merchant.error instanceof ApiError ? merchant.error.status : undefined
  if (merchantId === '' || status === 404 || status === 400) {
    return <Empty title="商家不存在" line="它可能已经停业" action={{ text: '返回', onPress: back }} />
  }
  return (
    <ErrorBlock
      title={merchant.cause === undefined ? '我的球拍没有取到' : '商家没有取到'}
      cause={merchant.cause ?? rackets.cause ?? outcomes.readDetail.failed}
      busy={merchant.isFetching || rackets.isFetching}
      onRetry={() => {
        for (const query of [merchant, rackets]) if (query.isError) query.refetch()
      }}
    />
  )
}

type FormProps = {
  merchant: Merchant
  rackets: readonly Racket[]
  /** The user's orders that are not over. Without them, when they cannot be read, the server refuses. */
  running: readonly StringingOrderSummary[]
  asked: Asked
}

function Form({ merchant, rackets, running, asked }: FormProps) {
  const isBusy = ({ id }: Racket) => running.some(({ racketId }) => racketId === id)
  const { form, racket, change, choose, clear } = useJobForm(merchant, rackets, { asked, isBusy })
  if (form && racket) return <Job {...{ merchant, rackets, running, form, racket, change, choose, clear }} />
  return (
    <>
      <CardStack className={styles.stack}>
        <NoRacketCard />
      </CardStack>
      <ActionBar
        actions={
          <Button full lacks="请先添加球拍" onLacking={() => goTo(racketPath())} reason="请先添加球拍">
            提交订单
          </Button>
        }
      />
    </>
  )
}

type JobProps = Pick<FormProps, 'merchant' | 'rackets' | 'running'> & {
  form: JobForm
  racket: Racket
  change: (change: Partial<JobForm>) => void
  choose: (racket: Racket) => void
  /** Called when the order is made: removes the stored form. */
  clear: () => void
}

function Job({ merchant, rackets, running, form, racket, change, choose, clear }: JobProps) {
  const now = useMinute()
  const { address } = useDeliveryAddress()
  const create = useCreateStringing()
  const paysHere = useFeature('stringingPayments')
  const askConsent = useConsent('stringing')
  const [wasSent, setWasSent] = useState(false)
  const [choosesRacket, setChoosesRacket] = useState(false)
  // The lines on the screen when the shop answered that the price is different.
  const [refusedAt, setRefusedAt] = useState<readonly PriceLine[]>()
  const lines = linesOf(form, merchant)
  const totalFen = sumOfLines(lines)
  const fault = formFault(form, racket, merchant, { hasAddress: address !== undefined, now })
  const changed = refusedAt ? changedLines(refusedAt, lines) : []
  const send = () => {
    setWasSent(true)
    if (fault) {
      showToast(fault.text, { tone: 'failed' })
      return
    }
    askConsent()
    create.act(bodyOf(form, { merchantId: merchant.id, addressId: address?.id, totalFen }), {
      onDone: ({ id, paymentOrderId, status }) => {
        clear()
        // An order paid in the shop has no payment here.
        replaceWith(status === 'SUBMITTED' ? cashierPath(paymentOrderId) : threadingResultPath(id, '1'))
      },
      onRefused: () => setRefusedAt(lines),
    })
  }
  const ownJob = running.find(({ racketId }) => racketId === racket.id)
  const isUnfit = fault?.field === 'racket' || ownJob !== undefined
  const lacks = ownJob ? errors.racket_in_use.message : isUnfit ? '该商家不能穿这支球拍' : undefined
  return (
    <>
      <CardStack className={styles.stack}>
        <RacketCard
          racket={racket}
          rackets={rackets}
          merchant={merchant}
          onChoose={choose}
          isOpen={choosesRacket}
          onOpen={setChoosesRacket}
        />
        {ownJob ? (
          <Card flush>
            <Cell
              icon="racket"
              title={errors.racket_in_use.message}
              note={ownJob.orderNo}
              onPress={() => goTo(threadingOrderPath(ownJob.id))}
            />
          </Card>
        ) : fault?.field === 'racket' ? (
          <Notice tone="wait" icon="warning">
            {fault.text}
          </Notice>
        ) : (
          <>
            <StringsCard form={form} racket={racket} merchant={merchant} onChange={change} />
            <ServicesCard form={form} racket={racket} merchant={merchant} onChange={change} />
            <DeliveryCard
              form={form}
              merchant={merchant}
              now={now}
              fault={wasSent || fault?.field === 'due' ? fault : undefined}
              onChange={change}
            />
            {changed.length > 0 && (
              <Notice tone="wait" icon="warning">
                {`价格已更新：${changed.join('，')}。请确认后再提交`}
              </Notice>
            )}
            <PriceLines lines={lines} />
          </>
        )}
      </CardStack>
      <ActionBar
        actions={
          <Button
            busy={create.isPending}
            lacks={lacks}
            // Another racket may be possible.
            onLacking={() => setChoosesRacket(true)}
            reason={lacks}
            onPress={send}
          >
            提交订单
          </Button>
        }
      >
        <Price amountFen={isUnfit ? 0 : totalFen} size="l" />
        <View className="t-caption muted">{barText(paysHere)}</View>
      </ActionBar>
    </>
  )
}

function FormSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack className={styles.stack}>
        <Skeleton height={84} radius={16} />
        <Skeleton height={222} radius={16} />
        <Skeleton height={180} radius={16} />
        <Skeleton height={104} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

/** What the bar says about payment and cancellation; nothing about payment while it is unknown where to pay. */
function barText(paysHere: boolean | undefined): string {
  if (paysHere === undefined) return '穿线开始前可取消'
  return paysHere ? '穿线开始前可免费取消' : '到店付款，穿线开始前可取消'
}

/** What the job costs, line by line. The bar shows the sum. */
function PriceLines({ lines }: { lines: readonly PriceLine[] }) {
  return (
    <Card>
      <CardHead title="价格明细" />
      {lines.map(({ label, quantity, unitFen }) => (
        <View key={label} className={classNames(styles.line, 'beside-12 t-sub muted')}>
          <View>{quantity > 1 ? `${label} × ${quantity}` : label}</View>
          <View className={classNames(styles.amount, 'keep ink')}>{`¥${yuanOf(quantity * unitFen)}`}</View>
        </View>
      ))}
    </Card>
  )
}
