/**
 * What invented names are made of. All of it is made up: syllables and everyday words, no emoji, nothing of a real player.
 * Every list is of one script, so that names look as they do on their platform.
 */
export const SYLLABLES: readonly string[] =
  'ba be bo da de do du fa fi fo ga ge go ha hi ka ke ki ko la le li lo lu ma me mi mo na ne ni no pa pe po ra re ri ro ru sa se si so ta te ti to tu va ve vi vo ya yo za ze zo bran drel fenn gorm hald jor kess lind morn nyx perr quil rask sund thal varr wick yrsa zeph'.split(
    ' ',
  );

export const ACCENTED_SYLLABLES: readonly string[] =
  'lé né rê sö bjö ñá çã žu šo ří ów ął ję dø gå mæ tü ké ão mõ čer łuk nuñ grü pé'.split(' ');

export const FIRST_WORDS: readonly string[] =
  'Quiet Late Copper Little Seventh Lazy Velvet Broken Sunday Paper Hollow Golden Sleepy Northern Salty Grumpy Polite Wooden Distant Humble'.split(
    ' ',
  );

export const LAST_WORDS: readonly string[] =
  'Otter Lantern Pigeon Harbor Teapot Falcon Cactus Comet Badger Noodle Anchor Walnut Beacon Marmot Turnip Heron Pebble Radish Sparrow Kettle'.split(
    ' ',
  );

export const HANGUL: readonly string[] =
  '가 나 다 라 마 바 사 아 자 하 구 누 두 루 무 부 수 우 주 호 기 니 디 리 미 비 시 이 지 희 강 남 달 람 만 별 산 은 준 해 고 노 도 로 모 보 소 오 조 유'.split(
    ' ',
  );

export const KANA: readonly string[] =
  'あ い う え お か き く け こ さ し す せ そ た ち つ て と な に の は ひ ふ ほ ま み む も や ゆ よ ら り る れ ろ わ アキ ミナ ソラ ユキ カイ リン'.split(
    ' ',
  );

export const HANZI: readonly string[] =
  '山 川 月 星 风 云 雪 雨 林 竹 茶 鱼 鹤 松 石 海 江 春 秋 夏 冬 青 白 红 金 银 木 花 灯 舟 桥 田 米 豆 虎 鹿 马 羊 鸟 墨'.split(
    ' ',
  );
