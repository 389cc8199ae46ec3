/** Queries as people type them, and the title of the one book of the starter catalog that they mean. */
const queries = `
pride and prejudice > Pride and Prejudice
Pride & Prejudice > Pride and Prejudice
pride prejudice > Pride and Prejudice
pride and predjudice > Pride and Prejudice
prejudice and pride > Pride and Prejudice
pride and prejudice austen > Pride and Prejudice
austen pride > Pride and Prejudice
sense sensibility > Sense and Sensibility
sense and sensability > Sense and Sensibility
mansfeild park > Mansfield Park
EMMA > Emma
emma jane austen > Emma
northanger > Northanger Abbey
persuasion > Persuasion
frankenstein > Frankenstein
frankenstien > Frankenstein
mary shelley frankenstein > Frankenstein
frankenstein by mary shelley > Frankenstein
ivanhoe > Ivanhoe
ivanho > Ivanhoe
pickwick > The Pickwick Papers
oliver twist > Oliver Twist
oliver twist dickens > Oliver Twist
christmas carol > A Christmas Carol
a cristmas carol > A Christmas Carol
david coperfield > David Copperfield
bleak house > Bleak House
hard times > Hard Times
tale of two cities > A Tale of Two Cities
a tale of 2 cities > A Tale of Two Cities
great expectations > Great Expectations
great expectatons > Great Expectations
expectations dickens > Great Expectations
jane eyre > Jane Eyre
jane eyre bronte > Jane Eyre
jane eyre charlotte brontë > Jane Eyre
wuthering heights > Wuthering Heights
wuthering hights > Wuthering Heights
withering heights > Wuthering Heights
emily bronte > Wuthering Heights
agnes grey > Agnes Grey
wildfell hall > The Tenant of Wildfell Hall
vanity fair > Vanity Fair
thackeray vanity > Vanity Fair
mill on the floss > The Mill on the Floss
silas marner > Silas Marner
middlemarch > Middlemarch
middle march > Middlemarch
north and south > North and South
woman in white > The Woman in White
moonstone > The Moonstone
madding crowd > Far from the Madding Crowd
far from the maddening crowd > Far from the Madding Crowd
tess > Tess of the d'Urbervilles
tess of the durbervilles > Tess of the d'Urbervilles
tess of the d'urbervilles thomas hardy > Tess of the d'Urbervilles
jude the obscure > Jude the Obscure
treasure island > Treasure Island
tresure island > Treasure Island
jekyll and hyde > Strange Case of Dr Jekyll and Mr Hyde
dr jekyll mr hyde > Strange Case of Dr Jekyll and Mr Hyde
jekyl hyde > Strange Case of Dr Jekyll and Mr Hyde
kidnapped > Kidnapped
dorian gray > The Picture of Dorian Gray
dorian grey > The Picture of Dorian Gray
picture of dorian grey > The Picture of Dorian Gray
importance of being earnest > The Importance of Being Earnest
importance of being ernest > The Importance of Being Earnest
dracula > Dracula
dracula bram stoker > Dracula
stoker > Dracula
draculla > Dracula
study in scarlet > A Study in Scarlet
sherlock holmes adventures > The Adventures of Sherlock Holmes
memoirs sherlock > The Memoirs of Sherlock Holmes
hound of the baskervilles > The Hound of the Baskervilles
hound of baskerville > The Hound of the Baskervilles
baskervilles > The Hound of the Baskervilles
lost world doyle > The Lost World
time machine > The Time Machine
the time machine hg wells > The Time Machine
time machine h.g. wells > The Time Machine
h g wells invisible man > The Invisible Man
doctor moreau > The Island of Doctor Moreau
war of the worlds > The War of the Worlds
war worlds wells > The War of the Worlds
jungle book > The Jungle Book
kim > Kim
kim kipling > Kim
just so > Just So Stories
alice in wonderland > Alice's Adventures in Wonderland
alices adventures in wonderland > Alice's Adventures in Wonderland
alice’s adventures > Alice's Adventures in Wonderland
through the looking glass > Through the Looking-Glass
looking-glass > Through the Looking-Glass
lookingglass > Through the Looking-Glass
snark > The Hunting of the Snark
heart of darkness > Heart of Darkness
heart of darkness conrad > Heart of Darkness
lord jim > Lord Jim
nostromo > Nostromo
gullivers travels > Gulliver's Travels
gulliver's travels > Gulliver's Travels
gulliver > Gulliver's Travels
guliver travels > Gulliver's Travels
modest proposal > A Modest Proposal
robinson crusoe > Robinson Crusoe
robinson cruso > Robinson Crusoe
moll flanders > Moll Flanders
pamela > Pamela
tom jones > The History of Tom Jones, a Foundling
tristram shandy > The Life and Opinions of Tristram Shandy, Gentleman
tristam shandy > The Life and Opinions of Tristram Shandy, Gentleman
romeo juliet > Romeo and Juliet
romeo & juliet > Romeo and Juliet
midsummer nights dream > A Midsummer Night's Dream
midsummer night's dream > A Midsummer Night's Dream
merchant of venice shakespeare > The Merchant of Venice
hamlet > Hamlet
hamlet shakespear > Hamlet
king lear > King Lear
othello > Othello
macbeth > Macbeth
mcbeth > Macbeth
julius ceasar > Julius Caesar
tempest > The Tempest
twelfth night > Twelfth Night
canterbury tales > The Canterbury Tales
paradise lost > Paradise Lost
milton paradise > Paradise Lost
pilgrims progress > The Pilgrim's Progress
don juan byron > Don Juan
leviathan hobbes > Leviathan
wealth of nations > The Wealth of Nations
adam smith wealth > The Wealth of Nations
decline and fall of the roman empire > The History of the Decline and Fall of the Roman Empire
gibbon decline > The History of the Decline and Fall of the Roman Empire
rights of woman > A Vindication of the Rights of Woman
common sense paine > Common Sense
on liberty > On Liberty
origin of species > On the Origin of Species
darwin origin > On the Origin of Species
origin of speices > On the Origin of Species
black beauty > Black Beauty
secret garden > The Secret Garden
wind in the willows > The Wind in the Willows
wind in the wilows > The Wind in the Willows
peter rabbit > The Tale of Peter Rabbit
jm barrie > Peter and Wendy
j. m. barrie peter > Peter and Wendy
three men in a boat > Three Men in a Boat
king solomons mines > King Solomon's Mines
she > She
she haggard > She
prisoner of zenda > The Prisoner of Zenda
father brown > The Innocence of Father Brown
gk chesterton thursday > The Man Who Was Thursday
room with a view > A Room with a View
e m forster howards end > Howards End
howard's end > Howards End
passage to india > A Passage to India
dh lawrence sons > Sons and Lovers
dubliners > Dubliners
ulysses > Ulysses
ulyses joyce > Ulysses
portrait of the artist > A Portrait of the Artist as a Young Man
mrs dalloway > Mrs Dalloway
mrs. dalloway woolf > Mrs Dalloway
to the lighthouse > To the Lighthouse
last of the mohicans > The Last of the Mohicans
last of the mohican > The Last of the Mohicans
poe raven > The Raven and Other Poems
scarlet letter > The Scarlet Letter
seven gables > The House of the Seven Gables
moby dick > Moby-Dick
mobydick > Moby-Dick
moby-dick melville > Moby-Dick
bartleby > Bartleby, the Scrivener
self reliance > Self-Reliance
walden > Walden
walden thoreau > Walden
uncle toms cabin > Uncle Tom's Cabin
frederick douglass > Narrative of the Life of Frederick Douglass, an American Slave
leaves of grass > Leaves of Grass
little women > Little Women
litle women alcott > Little Women
tom sawyer > The Adventures of Tom Sawyer
huckleberry finn > Adventures of Huckleberry Finn
huckelberry fin > Adventures of Huckleberry Finn
huck finn twain > Adventures of Huckleberry Finn
connecticut yankee > A Connecticut Yankee in King Arthur's Court
portrait of a lady > The Portrait of a Lady
turn of the screw > The Turn of the Screw
red badge of courage > The Red Badge of Courage
yellow wallpaper > The Yellow Wallpaper
wizard of oz > The Wonderful Wizard of Oz
wizzard of oz > The Wonderful Wizard of Oz
call of the wild > The Call of the Wild
sea wolf > The Sea-Wolf
white fang london > White Fang
du bois souls > The Souls of Black Folk
web du bois > The Souls of Black Folk
the jungle > The Jungle
age of innocence > The Age of Innocence
my antonia > My Ántonia
great gatsby > The Great Gatsby
the great gatsbi > The Great Gatsby
fitzgerald gatsby > The Great Gatsby
green gables > Anne of Green Gables
l m montgomery avonlea > Anne of Avonlea
les miserables > Les Misérables
les misérables hugo > Les Misérables
hunchback notre dame > The Hunchback of Notre-Dame
three musketeers > The Three Musketeers
three musketeer dumas > The Three Musketeers
trois mousquetaires > Les Trois Mousquetaires
count of monte cristo > The Count of Monte Cristo
comte de monte cristo > Le Comte de Monte-Cristo
madame bovary > Madame Bovary
madam bovary > Madame Bovary
flowers of evil > The Flowers of Evil
fleurs du mal > Les Fleurs du mal
journey to the center of the earth > Journey to the Centre of the Earth
20000 leagues verne > Twenty Thousand Leagues Under the Seas
twenty thousand leagues > Twenty Thousand Leagues Under the Seas
around the world in eighty days > Around the World in Eighty Days
around the world in 80 days > Around the World in Eighty Days
ile mysterieuse > L'Île mystérieuse
mysterious island > The Mysterious Island
germinal zola > Germinal
candide > Candide
bel ami > Bel-Ami
phantom of the opera > The Phantom of the Opera
fantome de l'opera > Le Fantôme de l'Opéra
swanns way > Swann's Way
divine comedy > The Divine Comedy
divina commedia > La Divina Commedia
decameron boccaccio > Decameron
the prince machiavelli > The Prince
machiaveli prince > The Prince
pinocchio adventures > The Adventures of Pinocchio
don quixote > Don Quixote
don quixot cervantes > Don Quixote
don quijote > Don Quijote de la Mancha
vida es sueño > La vida es sueño
vida es sueno calderon > La vida es sueño
dom casmurro > Dom Casmurro
faust goethe > Faust
sorrows of young werther > The Sorrows of Young Werther
leiden des jungen werthers > Die Leiden des jungen Werthers
critique of pure reason > Critique of Pure Reason
kritik der reinen vernunft > Kritik der reinen Vernunft
heidi > Heidi
effi briest fontane > Effi Briest
hoffmann sandman > The Sandman
grimms fairy tales > Grimms' Fairy Tales
nutcracker > The Nutcracker and the Mouse King
iliad > The Iliad
odyssey homer > The Odyssey
the oddyssey > The Odyssey
art of war > The Art of War
sun tzu > The Art of War
tao te ching > Tao Te Ching
道德經 > 道德經
紅樓夢 > 紅樓夢
journey to the west > Journey to the West
Ἀντιγόνη > Ἀντιγόνη
αντιγονη > Ἀντιγόνη
oedipus rex > Oedipus Rex
plato republic > The Republic
`

interface KnownItem {
  readonly query: string
  readonly title: string
}

export const knownItems: readonly KnownItem[] = queries
  .trim()
  .split('\n')
  .map((line) => {
    const [query = '', title = ''] = line.split(' > ')
    return { query, title }
  })
