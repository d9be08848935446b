import type { AdvertPage } from '@paidang/api/areas/views/home'
import { readAdvertPage } from '@paidang/api/areas/views/home'
import { TARGET_KIND_NAMES } from '@paidang/domain/areas/views/home/advert-target'
import { dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { Image, View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { useState } from 'react'
import { advertPath, coachesPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { callPhone } from '../../../platform/phone'
import { pictureAddress } from '../../../platform/picture-address'
import { useRead } from '../../../platform/read'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { AskCard } from '../../activities/questions/ask-card'
import { FewCoaches } from '../coach-pages/coach-list'
import styles from './advert-view.module.scss'
import { ADVERTS_KEY } from './home-data'

const COACHES_SHOWN = 6

/** 活动: what an offer says, its terms, and what it leads to, as it is now. Open to everybody. */
export function AdvertView({ id }: { id: string }) {
  const { data, cause, error, isPending, isFetching, refetch } = useRead(
    ADVERTS_KEY,
    readAdvertPage,
    id === '' ? null : { params: { id } },
  )
  const skeleton = useSkeleton(isPending && id !== '')
  useShareAppMessage(() => ({ title: data?.title ?? '活动', path: advertPath(id) }))
  const content = () => {
    if (data) return <Offer offer={data} />
    if (skeleton) return <OfferSkeleton />
    if (cause && !isOver(error))
      return <ErrorBlock title="活动没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    if (isPending && id !== '') return null
    return (
      <Empty
        title="这个活动结束了"
        line="看看现在可以约的教练"
        action={{ text: '找教练', onPress: () => goTo(coachesPath()) }}
      />
    )
  }
  return <Page title="活动">{content()}</Page>
}

const isOver = (error: Error | null) => error !== null && 'code' in error && error.code === 'advert_not_found'

/** From–to of an offer: 5.1 至 5.31. The end is exclusive, so midnight belongs to the day before. */
const daysText = ({ beginsAt, endsAt }: AdvertPage) =>
  `${monthDotDay(dayOf(new Date(beginsAt)))} 至 ${monthDotDay(dayOf(new Date(Date.parse(endsAt) - 1)))}`

function Offer({ offer }: { offer: AdvertPage }) {
  const { id, label, title, subtitle, image, terms, club, companyId, phone, thing, target, mayAsk } = offer
  const [broken, setBroken] = useState(false)
  return (
    <>
      <CardStack className="grow">
        <Card flush>
          {image && !broken && (
            <Image
              className={styles.picture}
              src={pictureAddress(image)}
              mode="aspectFill"
              onError={() => setBroken(true)}
            />
          )}
          <View className={styles.words}>
            {label !== '' && <Tag kind="lime">{label}</Tag>}
            <View className={styles.title}>{title}</View>
            {subtitle !== '' && <View className="t-body muted mt-4">{subtitle}</View>}
            <View className="t-caption muted mt-8">{`活动时间 ${daysText(offer)}`}</View>
          </View>
          {club !== null && (
            <Cell
              icon={phone ? 'phone' : 'person'}
              title={club}
              {...(phone && { value: phone, label: `拨打${club}的电话 ${phone}`, onPress: () => callPhone(phone) })}
            />
          )}
        </Card>
        {thing && target && (
          <Card flush>
            <Cell
              title={thing.name}
              note={TARGET_KIND_NAMES[thing.kind]}
              {...(thing.priceFen !== null && { tail: <Price amountFen={thing.priceFen} tone="ink" /> })}
              onPress={() => goTo(target)}
            />
          </Card>
        )}
        {terms !== '' && (
          <Card>
            <CardHead title="活动条款" />
            <View className={styles.terms}>{terms}</View>
          </Card>
        )}
        {(thing === null || thing.kind === 'course') && (
          <View>
            <View className={styles.head}>谁在教</View>
            <FewCoaches
              size={COACHES_SHOWN}
              {...(thing?.kind === 'course' ? { courseId: thing.id } : companyId && { companyId })}
            />
          </View>
        )}
        {mayAsk && <AskCard kind="advert" objectId={id} name={title} />}
      </CardStack>
      {target && (
        <ActionBar
          actions={
            <Button full onPress={() => goTo(target)}>
              {thing ? ACTIONS[thing.kind] : '去看看'}
            </Button>
          }
        />
      )}
    </>
  )
}

/** What one does with each thing. */
const ACTIONS: Record<NonNullable<AdvertPage['thing']>['kind'], string> = {
  product: '去购买',
  category: '去选购',
  venue: '看场馆',
  ball: '去报名',
  course: '看课程和教练',
  coach: '约这位教练',
  merchant: '去穿线',
}

function OfferSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={220} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}
