import type { MerchantSummary } from '@paidang/api/areas/stringing'
import { isOpen } from '@paidang/domain/areas/stringing/ready'
import { View } from '@tarojs/components'
import { threadingDetailPath, threadingProductsPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardControls } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { Price } from '../../../../ui/price'
import { Tag } from '../../../../ui/tag'
import styles from './merchant-card.module.scss'
import { monthText, openingText, ratingText, readyText, sportNames, whereText } from './merchant-labels'
import { MerchantPicture } from './merchant-picture'

/** A stringing shop as a card: sports, rating, turnaround, place, and its lowest price. */
export function MerchantCard({ merchant }: { merchant: MerchantSummary }) {
  const now = new Date()
  const { id, name, priceFrom, courierFeeFen } = merchant
  const where = whereText(merchant)
  const ready = readyText(merchant, now)
  return (
    <Card
      holdsControls
      label={[name, where, ready].filter(Boolean).join('，')}
      onPress={() => goTo(threadingDetailPath(id))}
    >
      <View className={styles.top}>
        <MerchantPicture merchant={merchant} />
        <View className={styles.words}>
          <View className={styles.head}>
            <View className={styles.name}>{name}</View>
            <View className={styles.where}>{where}</View>
          </View>
          <View className={styles.fact}>
            <Facts>
              {sportNames(merchant.sports)}
              {ratingText(merchant.rating)}
              {monthText(merchant.monthJobs)}
            </Facts>
          </View>
          <View className={styles.tags}>
            <Tag kind="brand">{ready}</Tag>
            {!isOpen(merchant, now) && (
              <Tag kind="mute" icon={null}>
                休息中
              </Tag>
            )}
            <Tag kind="line">{openingText(merchant)}</Tag>
            {courierFeeFen !== null && <Tag kind="line">取送</Tag>}
          </View>
        </View>
      </View>
      <View className={styles.foot}>
        {priceFrom === null ? (
          '暂未接单'
        ) : (
          <View className={styles.price}>
            工费
            <Price amountFen={priceFrom} tone="ink" />起
          </View>
        )}
        {priceFrom !== null && (
          <CardControls>
            <Button size="s" label={`在${name}下单`} onPress={() => goTo(threadingProductsPath(id))}>
              去下单
            </Button>
          </CardControls>
        )}
      </View>
    </Card>
  )
}
