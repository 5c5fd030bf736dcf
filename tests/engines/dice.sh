#!/bin/sh
# Dice, an engine written from docs/protocol.md alone: a random column that is not full, on the board of 7 x 6.
while read -r word rest; do
    case $word in
    fourcast) printf 'id name Dice\nid author From the protocol page\nfourcastok\n' ;;
    newgame) [ "$rest" = "rules classic" ] || echo "error Dice knows only the classic game." ;;
    isready) echo readyok ;;
    position)
        moves= board=
        case $rest in *" moves "*) moves=${rest##*" moves "} ;; esac
        case $rest in *" start "*) board=${rest##*" start "} board=${board%% *} ;; esac
        ;;
    go)
        while :; do
            column=$(od -An -N1 -tu1 /dev/urandom)
            column=$((column % 7 + 1))
            discs=$(printf '%s\n' "$board" | tr / '\n' | cut -c"$column")$(printf %s "$moves" | tr -cd "$column")
            [ "$(printf %s "$discs" | tr -cd "xo$column" | wc -c)" -lt 6 ] && break
        done
        echo "bestmove $column"
        ;;
    quit) exit 0 ;;
    esac
done
