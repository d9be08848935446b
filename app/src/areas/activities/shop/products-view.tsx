import { type Category, listCategories, listProducts, type ProductSummary } from '@paidang/api/areas/activities/shop'
import { notices } from '@paidang/api/catalogue/outcomes'
import { PRODUCT_SORT_NAMES, PRODUCT_SORTS, type ProductSort } from '@paidang/domain/areas/activities/shop/product'
import { ScrollView, View } from '@tarojs/components'
import { useShareAppMessage } from '@tarojs/taro'
import { useState } from 'react'
import { productPath, productsPath } from '../../../paths'
import { PRODUCTS_KEY, SHOP_KEY } from '../../../platform/cache-keys'
import { useWide } from '../../../platform/environment'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { usePages, useRead } from '../../../platform/read'
import { showToast } from '../../../platform/toast'
import { Card } from '../../../ui/card'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { pressable, roving, semantics } from '../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Windowed } from '../../../ui/windowed'
import { CartButton } from './parts/cart-button'
import { ProductPicture, ProductPrice, productLabel, salesText } from './parts/product'
import styles from './products-view.module.scss'

/** Search text, filters and sorting; without a category it covers all of them. */
type ProductFilters = {
  keyword: string
  categoryId?: string | undefined
  order: ProductSort
  direction: 'asc' | 'desc'
  inStock: boolean
}

const NO_FILTERS: ProductFilters = {
  keyword: '',
  categoryId: undefined,
  order: 'default',
  direction: 'asc',
  inStock: false,
}

const KEYS = [SHOP_KEY]

/** 商城: the products, open to everybody; `categoryId` opens that category. */
export function ProductsView({ categoryId }: { categoryId?: string | undefined }) {
  useShareAppMessage(() => ({ title: '拍档商城，球拍球线球鞋', path: productsPath() }))
  const isWide = useWide()
  const [filters, setFilters] = useState<ProductFilters>({ ...NO_FILTERS, categoryId })
  const [typed, setTyped] = useState('')
  const { data: categories = [] } = useCategories()
  useFreshOnShow(KEYS)
  const change = (part: Partial<ProductFilters>) => setFilters((before) => ({ ...before, ...part }))
  const clear = () => {
    setTyped('')
    // The sorting is no filter, and stays.
    change({ keyword: '', categoryId: undefined, inStock: false })
  }

  const search = (
    <View className={styles.search}>
      <SearchField
        onCard
        placeholder="搜索商品"
        value={typed}
        onInput={setTyped}
        onSettled={(keyword) => change({ keyword })}
      />
    </View>
  )
  const rail = (
    <CategoryRail
      categories={categories}
      value={filters.categoryId}
      onChange={(chosen) => change({ categoryId: chosen })}
      isColumn={isWide}
    />
  )
  const rows = <ProductRows filters={filters} onClear={clear} />
  const sort = <SortBar {...filters} onChange={change} />
  return (
    <Page title="商城" wide={isWide}>
      {isWide ? (
        <View className={styles.desktop}>
          <View className={styles.side}>{rail}</View>
          <View className="shrinks">
            <View className={classNames(styles.head, 'row-0')}>
              {search}
              {sort}
            </View>
            {rows}
          </View>
        </View>
      ) : (
        <>
          {search}
          <View className={styles.bars}>
            {rail}
            {sort}
          </View>
          {rows}
        </>
      )}
      <CartButton floats />
    </Page>
  )
}

function ProductRows({ filters, onClear }: { filters: ProductFilters; onClear: () => void }) {
  const list = useProducts(filters)
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, listProducts.outcome)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <ProductGridSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="商品没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} /> : null
  }
  if (data.rows.length === 0) {
    const isFiltered = filters.keyword.trim() !== '' || filters.categoryId !== undefined || filters.inStock
    return isFiltered ? (
      <Empty title="没有找到商品" line="换个关键词或分类试试" action={{ text: '清除筛选', onPress: onClear }} />
    ) : (
      <Empty title="还没有商品" line="上架后会出现在这里" />
    )
  }
  return (
    <View className={styles.rows}>
      <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      <ProductGrid products={data.rows} />
      <ListEnd list={list} of="商品" />
    </View>
  )
}

/** Key of the products of all categories. */
const ALL = 'all'

type RailProps = {
  categories: readonly Category[]
  /** Undefined: all of them. */
  value: string | undefined
  onChange: (categoryId: string | undefined) => void
  /** On a desktop: a column, with the number of products in each. */
  isColumn: boolean
}

/**
 * The categories of the shop: on a phone a row that scrolls, so that the products keep their width. On a desktop a
 * column.
 */
function CategoryRail({ categories, value = ALL, onChange, isColumn }: RailProps) {
  const total = categories.reduce((sum, { productCount }) => sum + productCount, 0)
  const items = [
    { key: ALL, text: '全部', count: total },
    ...categories.map(({ id, name, productCount }) => ({ key: id, text: name, count: productCount })),
  ]
  const choose = (key: string) => onChange(key === ALL ? undefined : key)
  const rail = (
    <View
      className={isColumn ? styles.column : styles.row}
      {...semantics({ role: 'radiogroup', label: '商品分类' })}
      {...roving({ keys: items.map(({ key }) => key), value, onChange: choose })}
    >
      {items.map(({ key, text, count }) => (
        <View
          key={key}
          className={classNames(styles.item, key === value && styles.on)}
          data-key={key}
          {...pressable({
            id: `category-${key}`,
            role: 'radio',
            checked: key === value,
            tabIndex: key === value ? 0 : -1,
            onPress: () => key !== value && choose(key),
          })}
        >
          {text}
          {isColumn && <View className={styles.count}>{count}</View>}
        </View>
      ))}
    </View>
  )
  if (isColumn) return rail
  return (
    <ScrollView className={styles.scroll} scrollX scrollWithAnimation scrollIntoView={`category-${value}`}>
      {rail}
    </ScrollView>
  )
}

type Sorting = Pick<ProductFilters, 'order' | 'direction' | 'inStock'>

const DIRECTION_LABELS = { asc: '从低到高', desc: '从高到低' }

/** 综合 销量 价格 促销, and the filter for available products. A second press on 价格 reverses the order. */
function SortBar({ order, direction, inStock, onChange }: Sorting & { onChange: (next: Sorting) => void }) {
  const choose = (key: ProductSort) => onChange({ order: key, direction: 'asc', inStock })
  const press = (key: ProductSort) => {
    if (key !== order) choose(key)
    else if (key === 'price') onChange({ order, direction: direction === 'asc' ? 'desc' : 'asc', inStock })
  }
  return (
    <View className={styles.bar}>
      <View
        className={styles.sorts}
        {...semantics({ role: 'radiogroup', label: '排序' })}
        {...roving({ keys: PRODUCT_SORTS, value: order, onChange: (key) => choose(key as ProductSort) })}
      >
        {PRODUCT_SORTS.map((key) => {
          const isOn = key === order
          return (
            <View
              key={key}
              className={classNames(styles.sort, 'row-4 keep', isOn && styles.sortOn)}
              data-key={key}
              {...pressable({
                role: 'radio',
                checked: isOn,
                tabIndex: isOn ? 0 : -1,
                label: key === 'price' && isOn ? `价格，${DIRECTION_LABELS[direction]}` : undefined,
                onPress: () => press(key),
              })}
            >
              {PRODUCT_SORT_NAMES[key]}
              {key === 'price' && (
                <View className="col-2">
                  <View className={classNames(styles.up, isOn && direction === 'asc' && styles.lit)} />
                  <View className={classNames(styles.down, isOn && direction === 'desc' && styles.lit)} />
                </View>
              )}
            </View>
          )
        })}
      </View>
      <Chip onCard on={inStock} onPress={() => onChange({ order, direction, inStock: !inStock })}>
        只看有货
      </Chip>
    </View>
  )
}

/** Products side by side: two on a phone, four on a desktop. */
function ProductGrid({ products }: { products: readonly ProductSummary[] }) {
  return (
    <View className={styles.list} {...semantics({ role: 'list', label: '商品' })}>
      <Windowed className={styles.grid}>
        {products.map((product) => (
          <View key={product.id} className="shrinks" {...semantics({ role: 'listitem' })}>
            <ProductCard product={product} />
          </View>
        ))}
      </Windowed>
    </View>
  )
}

/** The skeleton of the first products. */
function ProductGridSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.list}>
        <View className={styles.grid}>
          {Array.from({ length: 6 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes are alike.
            <Card key={at} flush>
              <Skeleton height={166} radius={0} />
              <View className={styles.coming}>
                <Skeleton width={130} />
                <Skeleton width={70} height={20} />
                <Skeleton width={50} height={12} />
              </View>
            </Card>
          ))}
        </View>
      </View>
    </SkeletonGroup>
  )
}

/** A product of the list: picture, name, price, and sales. */
function ProductCard({ product }: { product: ProductSummary }) {
  const { id, name, picture, sales, stock } = product
  const isSoldOut = stock === 0
  return (
    <Card
      flush
      className={classNames(styles.card, 'col-0')}
      label={productLabel(product)}
      onPress={() => goTo(productPath(id))}
    >
      <View className={styles.picture}>
        <ProductPicture src={picture} size="square" faded={isSoldOut} />
        {isSoldOut && <View className={styles.soldOut}>暂时缺货</View>}
      </View>
      <View className={classNames(styles.words, 'col-0 fill')}>
        <View className={styles.name}>{name}</View>
        <View className={styles.foot}>
          <ProductPrice product={product} quiet={isSoldOut} />
          <View className={classNames(styles.sales, 't-caption muted')}>{sales > 0 && `已售 ${salesText(sales)}`}</View>
        </View>
      </View>
    </Card>
  )
}

/** The categories of the shop, in their order. */
function useCategories() {
  return useRead(SHOP_KEY, listCategories, {})
}

/** The published products, page by page. The old ones stay while new ones load. */
function useProducts({ keyword, categoryId, order, direction, inStock }: ProductFilters) {
  const query = {
    keyword: keyword.trim() || undefined,
    categoryId,
    order,
    direction: order === 'price' ? direction : undefined,
    inStock: inStock || undefined,
  }
  return usePages(PRODUCTS_KEY, listProducts, { query }, { keepsOld: true })
}
