/**
 * Irregular forms, related nouns, numerals and abbreviations that the stemmer does not reduce to one stem. Each line is a base
 * word and its forms. Omits forms with another meaning, such as `leaves`, `led`, `left` and `rose`.
 */
const FORMS = `
begin began begun
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
fight fought
find found
fly flew flown
forget forgot forgotten
get got gotten
give gave given
go goes went gone
grow grew grown
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
rise risen
run ran
say said
see seen
seek sought
sell sold
send sent
show showed shown
sing sang sung
sink sank sunk
sleep slept
speak spoken
spend spent
stand stood
steal stole stolen
strike struck
swim swam swum
take took taken
teach taught
tell told
think thought
throw threw thrown
understand understood
wear wore worn
win won
write wrote written
man men
woman women
child children
foot feet
tooth teeth
mouse mice
person people
wife wives
die died dying death dead
high height
long length
wide width
deep depth
strong strength
born birth
two twice
three third
four fourth
five fifth
six sixth
seven seventh
eight eighth
nine ninth
ten tenth
organise organize organizes organized organizing organizer organizers organization organizations organizational
monday mon
tuesday tue tues
wednesday wed
thursday thu thur thurs
friday fri
saturday sat
`;

/** Base word by irregular form. */
export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...forms] = line.split(' ');
      return forms.map((form): [string, string] => [form, word]);
    }),
);
