import { DOUBTFUL_SHAPES } from './doubtful-shapes.ts'
import { EXPORT_SHAPES } from './export-shapes.ts'
import { FRACTIONS, json, lines, number, shape, shapes, WHOLE, workbook } from './file-shape.ts'
import { MORE_SHAPES } from './more-shapes.ts'

/** More rows than those that decide what the columns are. */
const MANY = Array.from({ length: 260 }, (_, index) => `${FRACTIONS[index % FRACTIONS.length]}`)
const MANY_WHOLE = Array.from({ length: 260 }, (_, index) => `${WHOLE[index % WHOLE.length]}`)
const isLate = ({ index }: { index: number }) => index >= 230

/** A column that is first filled far below: corrections, bonuses, what a person added while going through the list. */
const LATE = [
  ...shapes('asked', MANY, {
    'corrections from row 231 on, own columns': [
      lines('address,amountUA,corrected', (h) => `${h.address},${h.tokens},${isLate(h) ? '7.5' : ''}`),
      { answer: { columns: { address: 'address', amount: 'amountUA' } } },
    ],
    'corrections from row 231 on, common names': [
      lines('wallet,amount,new', (h) => `${h.address},${h.tokens},${isLate(h) ? h.index : ''}`),
      { answer: { columns: { address: 'wallet', amount: 'amount' } } },
    ],
    'a few corrections from row 231 on, by a script in wei': [
      lines(
        'wallet,amount,corrected',
        (h) => `${h.address},${h.tokens},${h.index % 20 === 17 && isLate(h) ? h.wei : ''}`,
      ),
      { answer: { columns: { address: 'wallet', amount: 'amount' } } },
    ],
    'corrections from row 231 on, a sheet without a name above them': [
      workbook(['wallet', 'amount'], (h) => [
        h.address,
        number(h.tokens),
        ...(isLate(h) ? [number('7.5')] : []),
      ]),
      { answer: { columns: { address: 'wallet', amount: 'amount' } } },
    ],
    'corrections from item 231 on, items of a JSON': [
      json((all) =>
        all.map((h) => ({ address: h.address, amountUA: h.tokens, ...(isLate(h) && { corrected: '7.5' }) })),
      ),
      { answer: { columns: { address: 'address', amount: 'amountUA' } } },
    ],
    'other addresses from row 231 on': [
      lines(
        'address,amountUA,pay to',
        (h) => `${h.address},${h.tokens},${isLate(h) ? `0x${String(h.index).padStart(40, '0')}` : ''}`,
      ),
      { answer: { columns: { address: 'address', amount: 'amountUA' } } },
    ],
  }),
  shape(
    'asked',
    'money from row 231 on',
    MANY_WHOLE,
    workbook(['wallet', 'tokens'], (h) => [h.address, number(h.tokens, isLate(h) ? 1 : 0)], {
      styles:
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="&quot;$&quot;#,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    }),
    { answer: { columns: { address: 'wallet', amount: 'tokens' } } },
  ),
  ...shapes('right', MANY, {
    'ranks in 260 rows': lines('#,wallet,tokens', (h) => `${h.index + 1},${h.address},${h.tokens}`),
    'notes from row 231 on': lines(
      'address,amountUA,note',
      (h) => `${h.address},${h.tokens},${isLate(h) ? 'checked' : ''}`,
    ),
  }),
  shape(
    'refused',
    'a wrong row, and corrections from row 231 on',
    MANY,
    lines(
      'address,amountUA,corrected',
      (h) => `${h.address},${h.index === 240 ? 'much' : h.tokens},${isLate(h) ? '7.5' : ''}`,
    ),
  ),
]

/** An export that is known, to which somebody has added a column. */
const ADDED = [
  ...shapes('asked', FRACTIONS, {
    'Moralis, and what somebody added': [
      lines(
        'owner_address,balance,balance_formatted,final',
        (h) => `${h.address},${h.wei},${h.tokens},${h.index}5`,
      ),
      { answer: { columns: { address: 'owner_address', amount: 'balance' }, unit: 'amountWei' } },
    ],
    'Ankr, and what somebody added': [
      json((all) => ({
        holders: all.map((h) => ({
          holderAddress: h.address,
          balance: h.tokens,
          balanceRawInteger: h.wei,
          withBonus: `${h.wei}5`,
        })),
      })),
      { answer: { columns: { address: 'holderAddress', amount: 'balanceRawInteger' }, unit: 'amountWei' } },
    ],
    'Covalent, and what somebody added': [
      json((all) => ({
        data: {
          items: all.map((h) => ({
            contract_decimals: 18,
            address: h.address,
            balance: h.wei,
            staked_too: `${h.wei}0`,
          })),
        },
      })),
      { answer: { columns: { address: 'address', amount: 'balance' }, unit: 'amountWei' } },
    ],
    'a Safe airdrop, and what somebody added': [
      lines(
        'token_type,token_address,receiver,amount,corrected',
        (h) => `erc20,0x${'1'.repeat(40)},${h.address},${h.tokens},${h.index === 3 ? '9' : ''}`,
      ),
      { answer: { columns: { address: 'receiver', amount: 'amount' } } },
    ],
    'a Merkle distributor, and what somebody added': [
      json((all) => ({
        claims: Object.fromEntries(
          all.map((h) => [h.address, { index: h.index, amount: h.wei, proof: [], vested: `${h.index}00` }]),
        ),
      })),
      { answer: { columns: { address: '(key)', amount: 'amount' }, unit: 'amountWei' } },
    ],
    "Ferry's export of what is left, and what somebody added": [
      lines(
        'EVM Address,Amount,Submitted At,Pay instead',
        (h) => `${h.address},${h.tokens},2026-01-01,${h.index}9`,
      ),
      { answer: { columns: { address: 'EVM Address', amount: 'Amount' } } },
    ],
  }),
]

export const LATE_SHAPES = [...LATE, ...ADDED]

export const LIST_SHAPES = [...EXPORT_SHAPES, ...DOUBTFUL_SHAPES, ...MORE_SHAPES, ...LATE_SHAPES]
