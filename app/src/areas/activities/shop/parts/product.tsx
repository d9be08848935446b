import { getProduct, type Product, type ProductSummary } from '@paidang/api/areas/activities/shop'
import { isPromoted } from '@paidang/domain/areas/activities/shop/product'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { homePath, productPath } from '../../../../paths'
import { PRODUCTS_KEY } from '../../../../platform/cache-keys'
import { pictureAddress } from '../../../../platform/picture-address'
import { useRead } from '../../../../platform/read'
import { classNames } from '../../../../ui/class-names'
import { Price } from '../../../../ui/price'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import styles from './product.module.scss'

/** One product in full; not fetched without an id. */
export function useProduct(id: string) {
  // Price and stock must always be current.
  return useRead(PRODUCTS_KEY, getProduct, id === '' ? null : { params: { id } }, { staleTime: 0 })
}

type Props = {
  src: string | null
  /** In px; `square` is as high as it is wide, `cover` fills the box around it. */
  size: 56 | 72 | 80 | 'square' | 'cover'
  /** Shows the whole picture instead of cropping it. */
  whole?: boolean
  /** Unavailable: paler. */
  faded?: boolean
}

/** A product's picture, or a drawn placeholder. Hidden from screen readers: the name is next to it. */
export function ProductPicture({ src, size, whole, faded }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const hasPicture = src !== null && src !== brokenSrc
  return (
    <View
      className={classNames(styles.picture, styles[`s${size}`], faded && styles.faded)}
      {...semantics({ hidden: true })}
    >
      {hasPicture ? (
        <Image
          className={styles.image}
          src={pictureAddress(src)}
          mode={whole ? 'aspectFit' : 'aspectFill'}
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        <View className={styles.drawn} />
      )}
    </View>
  )
}

type ProductPriceProps = {
  product: Pick<Product, 'priceFen' | 'originalFen'>
  size?: 'm' | 'l'
  /** Unavailable: the price is for information. */
  quiet?: boolean
}

/** The price of a product; on promotion also the usual price, struck out. */
export function ProductPrice({ product, size = 'm', quiet }: ProductPriceProps) {
  const { priceFen, originalFen } = product
  return (
    <View className={styles.line}>
      <Price amountFen={priceFen} size={size} tone={quiet ? 'ink' : 'due'} />
      {isPromoted(product) && originalFen !== null && (
        <>
          <View className={styles.before}>{`¥${yuanOf(originalFen)}`}</View>
          <Tag kind="wait" icon={null}>
            促销
          </Tag>
        </>
      )}
    </View>
  )
}

/** Up to this stock the number left is shown: 仅剩 5 件. */
const FEW_LEFT = 10
const TEN_THOUSAND = 10_000

/** The sales in everyday form: 128, 1.2 万. */
export function salesText(sales: number): string {
  if (sales < TEN_THOUSAND) return String(sales)
  return `${Math.floor(sales / (TEN_THOUSAND / 10)) / 10} 万`
}

/** The stock of a product: 暂时缺货, 仅剩 3 件, 现货. */
export function stockText(stock: number): string {
  if (stock === 0) return '暂时缺货'
  return stock <= FEW_LEFT ? `仅剩 ${stock} 件` : '现货'
}

/** A product of a list in one sentence, for screen readers. */
export function productLabel(product: ProductSummary): string {
  const { name, priceFen, originalFen, sales, stock } = product
  return [
    name,
    `¥${yuanOf(priceFen)}`,
    ...(isPromoted(product) ? [`促销，原价 ¥${yuanOf(originalFen ?? priceFen)}`] : []),
    ...(stock === 0 ? ['暂时缺货'] : sales > 0 ? [`已售 ${salesText(sales)}`] : []),
  ].join('，')
}

/** The shared card of a product's page; the app's home if there is no product. */
export function productShareCard(product: Product | undefined): { title: string; path: string } {
  if (!product) return { title: '拍档，约课、约球、穿线', path: homePath() }
  return { title: `${product.name} ¥${yuanOf(product.priceFen)}`, path: productPath(product.id) }
}
