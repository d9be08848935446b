import type { Merchant, ShopString, StringingService } from '@paidang/api/areas/stringing'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { Card, CardHead } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import styles from './merchant-offer.module.scss'
import { isOutOfStock, offersOf } from './offer-labels'
import { StringReel } from './string-reel'
import { stringFacts } from './stringing-labels'

/** What a shop offers, by sport: labour and extras, and the strings in stock. */
export function MerchantOffer({ merchant }: { merchant: Merchant }) {
  const offers = offersOf(merchant)
  if (offers.length === 0) {
    return (
      <Card>
        <Empty compact title="还没有可选的服务" line="可以电话联系商家" />
      </Card>
    )
  }
  return (
    <>
      {offers.map(({ sport, services, strings }) => (
        <Card key={sport}>
          <CardHead title={SPORT_NAMES[sport]} tail={services.length > 0 ? '每支' : undefined} />
          {services.length > 0 && (
            <View {...semantics({ role: 'list', label: `${SPORT_NAMES[sport]}工费` })}>
              {services.map((service) => (
                <Service key={service.id} service={service} />
              ))}
            </View>
          )}
          {strings.length > 0 && (
            <>
              <View className={styles.caption}>
                <View>店里的线</View>
                <View>每半副</View>
              </View>
              <View {...semantics({ role: 'list', label: `${SPORT_NAMES[sport]}线` })}>
                {strings.map((string) => (
                  <StringRow key={string.id} string={string} />
                ))}
              </View>
            </>
          )}
        </Card>
      ))}
    </>
  )
}

function Service({ service: { name, kind, priceFen } }: { service: StringingService }) {
  return (
    <View className={styles.row} {...semantics({ role: 'listitem' })}>
      <View className={styles.what}>
        {name}
        {kind === 'EXTRA' && <Tag kind="line">加项</Tag>}
      </View>
      <View className={styles.price}>{`${kind === 'EXTRA' ? '+' : ''}¥${yuanOf(priceFen)}`}</View>
    </View>
  )
}

function StringRow({ string }: { string: ShopString }) {
  const isGone = isOutOfStock(string)
  return (
    <View className={styles.string} {...semantics({ role: 'listitem' })}>
      <StringReel material={string.material} />
      <View className={styles.words}>
        <View className={styles.name}>{`${string.brand} ${string.name}`}</View>
        <View className={styles.fact}>
          <Facts>{stringFacts(string)}</Facts>
        </View>
      </View>
      {isGone && (
        <Tag kind="mute" icon={null}>
          缺货
        </Tag>
      )}
      <View className={isGone ? styles.gone : styles.price}>{`¥${yuanOf(string.halfPriceFen)}`}</View>
    </View>
  )
}
